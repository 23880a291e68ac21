export const messages = {
  heading: 'Sign in',
  lead: 'Use the username and password of the SIM management service.',
  againHeading: 'Sign in again',
  againLead:
    'Your session is over. Sign in to go on: everything on this page stays as it is, and nothing is sent that you do not send again.',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  usernameMissing: 'Enter your username.',
  passwordMissing: 'Enter your password.',
  doing: 'sign in',
  tryAgain: 'You can try again',
  customerHeading: 'Which customer?',
  customerLead:
    'The service did not say which customer this sign-in belongs to. Every call needs the customer ID; it is kept for this session only.',
  customerId: 'Customer ID',
  customerIdHint: 'For example cid_1234. Letters, digits and . _ : - only.',
  customerIdInvalid: 'Enter a customer ID of letters, digits and . _ : - only.',
  customerContinue: 'Continue',
  customerDoing: 'set the customer ID',
} as const;
