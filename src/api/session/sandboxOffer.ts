import { type SandboxOffer, type SandboxUser, sandboxUsersMeta } from '#contract/sandboxUsers.ts';
import { isObject } from '#lib/isObject.ts';

/** The users that the page offers. Checked by hand, because the sign-in page has no schema library. */
export function readOffer(page: Document): SandboxOffer {
  const meta = page.querySelector<HTMLMetaElement>(`meta[name="${sandboxUsersMeta}"]`);
  const offer: unknown = JSON.parse(meta?.content ?? '{}');
  const { about, users } = isObject(offer) ? offer : {};
  return {
    about: typeof about === 'string' ? about : '',
    users: Array.isArray(users) ? users.filter(isUser) : [],
  };
}

function isUser(user: unknown): user is SandboxUser {
  const keys = ['username', 'password', 'description'];
  return isObject(user) && keys.every((key) => typeof user[key] === 'string');
}
