// A page for this one table without any library, with which the console's speed is compared.

const pageSize = 50;
const headers = { 'x-sim-console': '1', accept: 'application/json' };
const signInForm = document.querySelector('#signIn');
const filterForm = document.querySelector('#filters');
const main = document.querySelector('main');
const body = document.querySelector('tbody');
const number = new Intl.NumberFormat();
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @type {{ filters: Record<string, string>, sort: string, page: number }} */
const view = { filters: {}, sort: '', page: 1 };

function readAddress() {
  const search = new URLSearchParams(location.search);
  view.sort = search.get('sort') ?? '';
  view.page = Number(search.get('page') ?? 1);
  view.filters = {};
  for (const { name } of filterForm.querySelectorAll('input')) {
    const value = search.get(name);
    if (value) view.filters[name] = value;
  }
}

function writeAddress() {
  const search = new URLSearchParams(view.filters);
  if (view.sort) search.set('sort', view.sort);
  if (view.page > 1) search.set('page', String(view.page));
  history.pushState(null, '', `/things?${search}`);
}

async function load() {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view.filters)) query.set(`filterBy[${name}]`, value);
  if (view.sort) query.set('sortBy[ThingName]', view.sort);
  query.set('limit', String(pageSize));
  query.set('offset', String((view.page - 1) * pageSize));
  const answer = await fetch(`/api/things?${query}`, { headers });
  signInForm.hidden = answer.status !== 401;
  main.hidden = answer.status === 401;
  if (!answer.ok) return;
  const things = await answer.json();
  body.replaceChildren(...things.map(row));
  const first = (view.page - 1) * pageSize + 1;
  main.querySelector('[role=status]').textContent = `Rows ${first}–${first + things.length - 1}`;
}

function row(thing) {
  const line = document.createElement('tr');
  line.append(
    cell(link(`/things/${thing.ExternalUniqueId}`, thing.ExternalUniqueId), 'mono'),
    cell(thing.ThingName),
    cell(link(`/groups/${thing.ThingsGroupId}`, thing.ThingsGroupName)),
    cell(span('state', thing.State)),
    cell(blocked(thing.Block)),
    cell(thing.IMEI, 'mono'),
    cell(thing.ActiveMobileSubscriber, 'mono'),
    cell(thing.MSISDN, 'mono'),
    cell(thing.MnoName),
    cell(thing.CellId, 'mono'),
    cell(thing.Lac, 'mono'),
    cell(thing.Data === undefined ? undefined : number.format(thing.Data)),
    cell(moment(thing.LastLocation?.Timestamp)),
    cell(moment(thing.DateModified)),
  );
  return line;
}

function cell(content, className = '') {
  const td = document.createElement('td');
  td.className = className;
  td.append(content === undefined || content === null || content === '' ? '—' : content);
  return td;
}

function link(href, text) {
  const a = document.createElement('a');
  a.href = href;
  a.textContent = text;
  return a;
}

function span(className, text) {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function blocked(flags = {}) {
  const set = Object.keys(flags).filter((name) => flags[name] === true);
  return set.length === 0 ? 'None' : set.join(', ');
}

function moment(value) {
  if (!value) return undefined;
  const element = document.createElement('time');
  element.dateTime = new Date(value).toISOString();
  element.title = element.dateTime;
  element.textContent = time.format(value);
  return element;
}

function show(change) {
  Object.assign(view, { page: 1 }, change);
  writeAddress();
  void load();
}

async function signIn() {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(signInForm))),
  });
  if (answer.ok) await load();
  else signInForm.querySelector('[role=alert]').textContent = `Refused: ${answer.status}`;
}

signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});
filterForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const given = [...new FormData(filterForm)].filter(([, value]) => value !== '');
  show({ filters: Object.fromEntries(given) });
});
document.querySelector('#sort').addEventListener('click', () => {
  show({ sort: view.sort === 'ASC' ? 'DESC' : 'ASC' });
});
document.querySelector('#next').addEventListener('click', () => show({ page: view.page + 1 }));

readAddress();
if (location.pathname === '/sign-in') signInForm.hidden = false;
else void load();
