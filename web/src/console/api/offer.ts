/** Whether to offer a passkey: right after joining, until the operator has decided. */
let offered = false
const listeners = new Set<() => void>()

export function offerPasskey(offer: boolean): void {
  offered = offer
  for (const listener of listeners) listener()
}

export const offerStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isOffered: () => offered,
}
