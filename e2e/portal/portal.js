// A portal that shows the console in a frame. Open it as /?console=<origin and base path of the console>.
const home = new URL(new URLSearchParams(location.search).get('console') ?? '');
const frame = document.getElementById('console');
const said = document.getElementById('said');
let isDirty = false;

frame.src = new URL('things?embed=1', home).href;

function wish(kind, fields) {
  const message = { channel: 'sim-console', version: 1, kind, ...fields };
  // Never '*': a frame that navigated elsewhere must not read the message.
  frame.contentWindow.postMessage(message, home.origin);
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== home.origin || source !== frame.contentWindow) return;
  if (data?.channel !== 'sim-console' || data.version !== 1) return;
  switch (data.kind) {
    case 'ready':
      said.textContent = `Version ${data.consoleVersion} is ready.`;
      break;
    case 'navigated':
      said.textContent = `Shows ${data.path}`;
      // Stored in the portal's address, so that a bookmark of the portal restores the page.
      history.replaceState(null, '', `#${data.path}`);
      break;
    case 'dirty':
      isDirty = data.dirty;
      document.title = isDirty ? '• Sample portal' : 'Sample portal';
      break;
    case 'sessionExpired':
      said.textContent = 'The console asks for a new sign-in.';
      break;
  }
});

document.getElementById('theme').addEventListener('change', ({ target }) => {
  wish('theme', { theme: target.value });
});

document.getElementById('go').addEventListener('submit', (event) => {
  event.preventDefault();
  wish('navigate', { path: new FormData(event.target).get('path') });
});

document.getElementById('sign-out').addEventListener('click', () => {
  // The console restores the mark if it stays because of unsaved changes.
  document.title = 'Sample portal';
  wish('signOut', {});
});

addEventListener('beforeunload', (event) => {
  if (isDirty) event.preventDefault();
});
