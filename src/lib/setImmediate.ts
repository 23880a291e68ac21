/**
 * Lets React draw again after Back. Firefox drops a message that is under way when it keeps a page for the Back button;
 * React waits for its own forever, but uses `setImmediate` instead where there is one.
 */
const { port1, port2 } = new MessageChannel();
const tasks: (() => void)[] = [];
const post = () => port2.postMessage(null);
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
port1.onmessage = () => tasks.shift()?.();
Reflect.set(window, 'setImmediate', (task: () => void) => tasks.push(task) && post());
// Sent again if the browser has dropped them.
addEventListener('pageshow', () => tasks.forEach(post));
