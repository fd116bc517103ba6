import { json, type LoginAnswer, request } from './auth'
import { promo } from './promo'
import type { components } from './schema.gen'
import { send, sendPlain } from './send'
import { sendWorking } from './sendWorking'

type Schemas = components['schemas']

export type Challenge = Schemas['LoginChallenge']

/** Signing in by a code. Beside `auth`, which belongs to the start-up script. */
export const signInCode = {
  /** `onWork` hears when the browser has to work for it. */
  start: (email: string, onWork: () => void) =>
    json<Challenge>(
      sendWorking(request('POST', '/login?method=email', { email } satisfies Schemas['LoginRequest']), onWork),
    ),
  /** `link` adds to the account what was proven at a provider. */
  finish: (challenge_id: string, code: string, link?: string) => {
    const body: Schemas['LoginCode'] = { challenge_id, code }
    const extra = link ? `&extra=${link}` : ''
    return json<LoginAnswer>(sendPlain(request('PUT', `/login?method=email${promo.query('&')}${extra}`, body)))
  },
  /** Shows the second factor that signing in asked for. */
  showFactor: (code: string) => send(request('POST', '/login/second-factor', { code } satisfies Schemas['FactorCode'])),
  /** Asks support to remove a second factor that was lost. */
  lostFactor: () => json<Schemas['FactorResetInfo']>(send(request('POST', '/login/second-factor/lost'))),
}
