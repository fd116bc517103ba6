import { ApiError } from '../../api/problem'
import type { NativePush, PushAddress } from '../../host/adapter'
import { ask, listen, send } from '../../host/native/bridge'
import type { PushState } from '../../host/native/contract'

const KEY = 'agio.push-endpoint'

/** Messages by the native app, which subscribes at its own push service. */
export function nativePush(first: PushState): NativePush {
  let state = first
  listen({
    push: (told) => {
      state = told.state
    },
  })
  return {
    state: () => state,
    endpoint: () => kept(),
    openSettings: () => send({ type: 'settings', payload: {} }),
    subscribe: async (public_key) => {
      const answer = await ask<'push'>((id) => ({ type: 'push', payload: { id, public_key } }))
      if (answer.state !== 'granted') return undefined
      // Granted without an address: the app's own push service failed.
      if (!answer.address) throw new ApiError('unreachable', 0)
      keep(answer.address)
      return answer.address
    },
    forget: () => keep(undefined),
  }
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

function keep(address: PushAddress | undefined): void {
  try {
    if (address) localStorage.setItem(KEY, address.endpoint)
    else localStorage.removeItem(KEY)
  } catch {
    // The device then recognises itself for as long as the page.
  }
}
