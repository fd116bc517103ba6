import { json, type LoginAnswer, request } from './auth'
import { promo } from './promo'
import type { components } from './schema.gen'
import type { Challenge } from './signInCode'
import { send, sendPlain } from './send'
import { sendWorking } from './sendWorking'

type Schemas = components['schemas']

/** Signing in, registering and linking by a launch of the mini app. */
export const telegram = {
  login: (init_data: string) =>
    json<LoginAnswer>(sendPlain(request('POST', `/telegram-login${promo.query('?')}`, { init_data }))),
  /** Sends a code to an address; ending the sign-in with `link` links the messenger too. */
  register: (init_data: string, email: string, onWork: () => void) =>
    json<Challenge & Pick<Schemas['TelegramChallenge'], 'link'>>(
      sendWorking(request('POST', '/telegram-register', { init_data, email }), onWork),
    ),
  link: (init_data: string) => send(request('PUT', '/user/telegram', { init_data })),
  /** Who sent this person, by the link that opened the app. */
  source: (init_data: string) =>
    json<Schemas['UserSource']>(
      sendPlain(
        new Request(new URL('/bot/user-source', location.origin), {
          method: 'POST',
          body: JSON.stringify({ init_data }),
          headers: { 'Content-Type': 'application/json' },
        }),
      ),
    ),
}
