import { hasPasskeys } from '../../api/hasPasskeys'
import { signed } from '../../api/webauthn'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

/** The operator has a passkey of this host, and this browser cannot use any. */
export class NoPasskeysHere extends Error {}

/**
 * Agrees to a proposal, which is done at once. Who has a passkey of this host signs it: the server makes the challenge of the
 * proposal, of who agrees and of these words. Whoever has none shows a factor, where the last is some time ago.
 */
export async function approve(id: string, reason: string): Promise<Act> {
  const to = { method: 'POST', params: { path: { id } } } as const
  const asked = await ask<components['schemas']['ToSignInfo']>('proposals/{id}/approve/begin', {
    ...to,
    body: { reason },
  })
  if (asked.passkey && !hasPasskeys()) throw new NoPasskeysHere()
  const signature = asked.passkey ? { signature: await signed(asked.passkey) } : {}
  return ask<Act>('proposals/{id}/approve', { ...to, body: { reason, ...signature } })
}
