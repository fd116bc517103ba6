import { queryOptions } from '@tanstack/react-query'
import { made, type Options, signed } from '../../api/webauthn'
import { ask } from './ask'
import type { components } from './schema.gen'

const OWN = 'session/passkeys'

async function shown(path: string): Promise<void> {
  const asked = await ask<Options>(`${path}/begin`, { method: 'POST' })
  await ask(path, { method: 'POST', body: await signed(asked) })
}

/** The operator's own passkeys. */
export const passkeys = {
  /** Signs in with any passkey of this host, in any browser. */
  signIn: () => shown('session/passkey'),
  /** Confirms a sensitive action, instead of a code. */
  confirm: () => shown('session/confirm/passkey'),
  add: async (name: string) => {
    const asked = await ask<Options>(`${OWN}/begin`, { method: 'POST' })
    await ask(OWN, { method: 'POST', body: { ...(await made(asked)), name } })
  },
  rename: (id: string, name: string) => ask(`${OWN}/{id}`, { method: 'PUT', params: { path: { id } }, body: { name } }),
  remove: (id: string) => ask(`${OWN}/{id}`, { method: 'DELETE', params: { path: { id } } }),
}

export const passkeysQuery = queryOptions({
  queryKey: ['own-passkeys'],
  queryFn: ({ signal }) => ask<components['schemas']['PasskeyList']>(OWN, { signal }),
})
