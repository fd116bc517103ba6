import { json, type LoginAnswer, request } from './auth'
import { promo } from './promo'
import type { components } from './schema.gen'
import { send, sendPlain } from './send'
import { sendWorking } from './sendWorking'

type Schemas = components['schemas']

export type Challenge = Schemas['LoginChallenge']

/** Sign-in with a code. Separate from `auth`, which is in the start-up script. */
export const signInCode = {
  /** Calls `onWork` when the browser starts a proof of work. */
  start: (email: string, onWork: () => void) =>
    json<Challenge>(
      sendWorking(request('POST', '/login?method=email', { email } satisfies Schemas['LoginRequest']), onWork),
    ),
  /** `link` also links the provider identity that was verified before. */
  finish: (challenge_id: string, code: string, link?: string) => {
    const body: Schemas['LoginCode'] = { challenge_id, code }
    const extra = link ? `&extra=${link}` : ''
    return json<LoginAnswer>(sendPlain(request('PUT', `/login?method=email${promo.query('&')}${extra}`, body)))
  },
  /** Verifies the second factor of a sign-in. */
  showFactor: (code: string) => send(request('POST', '/login/second-factor', { code } satisfies Schemas['FactorCode'])),
  /** Asks support to remove a lost second factor. */
  lostFactor: () => json<Schemas['FactorResetInfo']>(send(request('POST', '/login/second-factor/lost'))),
}
