import { type ReactNode, useState } from 'react'
import { isApiError } from '../api/problem'

/**
 * What the travel rule asks before coins may go to an address; with a wallet, only its proof is missing. Where none can be
 * given and a word is not enough, another address is needed.
 */
export type WalletNeed = { payway: string; address: string; walletId: string | undefined; other: boolean }

/** What it asks first: of the wallet that coins go to, or of who sends them. */
export type TravelNeed = WalletNeed | 'sender'

/** Where a route puts the questions. `answer` says whether what was refused may be tried again. */
export type TravelSlot = (need: TravelNeed | undefined, answer: (told: boolean) => void) => ReactNode

/** What was refused for the travel rule; nothing for any other refusal. */
export function travelNeed(error: unknown): TravelNeed | undefined {
  if (!isApiError(error) || error.code !== 'TRAVEL_RULE_REQUIRED') return undefined
  const { payway, address, wallet_id: wallet, requirements } = error.meta
  const asks = (code: string) => Array.isArray(requirements) && requirements.includes(code)
  if (asks('sender')) return 'sender'
  if (typeof payway !== 'string' || typeof address !== 'string') return undefined
  return {
    payway,
    address,
    walletId: typeof wallet === 'string' ? wallet : undefined,
    other: asks('provable_address'),
  }
}

type Open = { need: TravelNeed; answer: (told: boolean) => void }

/** Asks the person what a refusal asks: `ask` is true once they have told it, and what was refused is worth another try. */
export function useTravel(slot: TravelSlot) {
  const [open, setOpen] = useState<Open>()
  const ask = (error: unknown): Promise<boolean> => {
    const need = travelNeed(error)
    if (!need) return Promise.resolve(false)
    return new Promise((resolve) => {
      const mine: Open = {
        need,
        answer: (told) => {
          // A late answer closes its own questions, not those that were opened since.
          setOpen((now) => (now === mine ? undefined : now))
          resolve(told)
        },
      }
      setOpen(mine)
    })
  }
  return { ask, part: slot(open?.need, (told) => open?.answer(told)) }
}
