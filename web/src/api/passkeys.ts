import { json, type LoginAnswer, request } from './auth'
import { launched } from './launched'
import type { components } from './schema.gen'
import { send, sendPlain } from './send'
import { signedIn } from './session'
import { made, type Options, signed } from './webauthn'

type Schemas = components['schemas']
export type Passkey = Schemas['PasskeyInfo']

const begin = (path: string) => json<Options>(send(request('POST', `${path}/begin`)))
const OWN = '/user/passkeys'

/** Passkey operations. Loaded on first use, because no page needs them to render. */
export const passkeys = {
  /** Signs in with any passkey of this host. No second factor is required. */
  signIn: async () => {
    const asked = await json<Options>(sendPlain(request('POST', '/login/passkey/begin')))
    // Sends the messenger's launch data, so that the session gets the lifetime of a messenger session.
    const proof = { ...(await signed(asked)), init_data: launched.data() }
    signedIn(await json<LoginAnswer>(sendPlain(request('POST', '/login/passkey', proof))))
  },
  /** The second step of signing in. */
  show: async () => {
    const path = '/login/second-factor/passkey'
    await send(request('POST', path, await signed(await begin(path))))
  },
  /** Confirms a request. Returns the confirmation token. */
  confirm: async (stepUp: string) => {
    const path = `/user/two-factor/challenges/${stepUp}/passkey`
    const answer = send(request('POST', path, await signed(await begin(path))))
    return (await json<Schemas['FactorToken']>(answer)).token
  },
  list: async (signal?: AbortSignal) =>
    (await json<Schemas['PasskeyList']>(send(request('GET', OWN, undefined, signal)))).passkeys,
  /** Creates a passkey. Returns recovery codes if it is the first factor. */
  add: async (name: string) => {
    const answer = send(request('POST', OWN, { ...(await made(await begin(OWN))), name }))
    return (await json<Schemas['RecoveryCodes']>(answer)).recovery_codes
  },
  rename: (id: string, name: string) => send(request('PUT', `${OWN}/${id}`, { name } satisfies Schemas['PasskeyName'])),
  remove: (id: string) => send(request('DELETE', `${OWN}/${id}`)),
}
