import type { SubmitEvent } from 'react';

import { readOffer } from '#api/session/sandboxOffer.ts';
import type { SandboxOffer } from '#contract/sandboxUsers.ts';
import { Button } from '#ui/Button.tsx';

/** The users that this page offers, or one of them. */
export function OfferedUsers({ only }: { only?: string | undefined }) {
  const { about, users } = readOffer(document);
  const shown = users.filter(({ username }) => only === undefined || username === only);
  return shown.length > 0 && <SandboxUsers about={about} users={shown} />;
}

/**
 * The sandbox's users, and what each is for. Before any script runs, the browser posts the chosen user's form, as
 * it would post the form with the typed username and password. Afterwards, that form is filled in and submitted.
 */
export function SandboxUsers({ about, users }: SandboxOffer) {
  return (
    <section aria-labelledby="sandbox-users" data-users>
      <h2 id="sandbox-users">Sandbox users</h2>
      <p>{about}</p>
      <ul>
        {users.map(({ username, password, description }) => (
          <li key={username}>
            <form method="post" onSubmit={handleChoice}>
              <input type="hidden" name="username" value={username} />
              <input type="hidden" name="password" value={password} />
              <Button type="submit" small aria-describedby={`sandbox-${username}`}>
                {`Sign in as ${username}`}
              </Button>
              <span id={`sandbox-${username}`}>{description}</span>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Fills in the form beside the list, as if the user had typed the values, and submits it. */
function handleChoice(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const chosen = event.currentTarget;
  const form = chosen.closest('section')?.parentElement?.querySelector('form');
  // While a sign-in is running, the form shows whose.
  if (!form || form.querySelector('[type=submit][aria-disabled=true]')) return;
  for (const [name, value] of new FormData(chosen)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || typeof value !== 'string') continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form.requestSubmit();
  // On a small screen, the form and its error may be above the list.
  form.scrollIntoView?.({ block: 'nearest' });
}
