export const messages = {
  heading: 'Sign in',
  lead: 'Use the username and password of the SIM management service.',
  againHeading: 'Sign in again',
  againLead:
    'Your session is over. Sign in to go on: everything on this page stays as it is, and nothing is sent that you do not send again.',
  uselessLead: (ifThatFails: string) =>
    `Your session is over: the service went on refusing it, though it was renewed several times. Sign in to go on: everything on this page stays as it is, and nothing is sent that you do not send again. ${ifThatFails}`,
  fasterLead:
    'A new sign-in does not wait for the renewal. Everything on this page stays as it is, and what waits goes on by itself.',
  keepWaiting: 'Keep waiting',
  stayHeading: 'Stay signed in?',
  stayLead: 'The console has not been used for a while. It signs you out',
  stay: 'Stay signed in',
  stayDoing: 'extend the session',
  endHeading: 'The session is about to end',
  endLead: 'This session has reached its maximum length and cannot be extended. It ends',
  endAdvice:
    'Save what you are working on now. After that you are asked to sign in again over this page, and nothing typed is lost.',
  understood: 'Close',
  signOut: 'Sign out',
  signOutDoing: 'sign out',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  usernameMissing: 'Enter your username.',
  passwordMissing: 'Enter your password.',
  doing: 'sign in',
  limitAdvice: 'Wait until the service takes another try for this username.',
  networkLimitAdvice:
    'Wait, then try again. Everybody on the same network shares this limit; the service was not asked.',
  tryAgainFromNetwork: 'The next sign-in from your network is taken',
  comesBack: 'The service says that it takes sign-ins again',
  tryAgain: (username: string) => `You can try again as “${username}”`,
  customerHeading: 'Which customer?',
  customerLead:
    'The service did not say which customer this sign-in belongs to. Every call needs the customer ID; it is kept for this session only.',
  customerId: 'Customer ID',
  customerIdHint: 'For example cid_1234. Letters, digits and . _ : - only.',
  customerIdInvalid: 'Enter a customer ID of letters, digits and . _ : - only.',
  customerContinue: 'Continue',
  customerDoing: 'set the customer ID',
} as const;
