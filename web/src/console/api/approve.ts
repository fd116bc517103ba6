import { hasPasskeys } from '../../api/hasPasskeys'
import { signed } from '../../api/webauthn'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

/** The operator has a passkey for this host, but this browser does not support passkeys. */
export class NoPasskeysHere extends Error {}

/**
 * Approves a proposal, which the server then executes. An operator with a passkey for this host signs a challenge that
 * covers the proposal, the approver and the reason. An operator without one confirms with a second factor, unless the
 * last confirmation is recent.
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
