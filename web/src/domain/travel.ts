import { type ReactNode, useState } from 'react'
import { isApiError } from '../api/problem'

/**
 * The travel-rule requirement before a crypto payout. With `walletId`, only the proof of ownership is missing. `other`
 * means that no proof is possible and a declaration does not suffice, so another address is needed.
 */
export type WalletNeed = { payway: string; address: string; walletId: string | undefined; other: boolean }

/** The subject of the questions: the beneficiary's wallet, or the originator. */
export type TravelNeed = WalletNeed | 'sender'

/** A route's slot for the questions. `answer` returns whether to retry the refused request. */
export type TravelSlot = (need: TravelNeed | undefined, answer: (told: boolean) => void) => ReactNode

/** Reads the requirement of a travel-rule refusal. Returns `undefined` for other errors. */
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

/**
 * Asks the customer the questions of a refusal. `ask` resolves to true after the answers, so that the request can be
 * retried.
 */
export function useTravel(slot: TravelSlot) {
  const [open, setOpen] = useState<Open>()
  const ask = (error: unknown): Promise<boolean> => {
    const need = travelNeed(error)
    if (!need) return Promise.resolve(false)
    return new Promise((resolve) => {
      const mine: Open = {
        need,
        answer: (told) => {
          // A late answer must close only its own questions, not newer ones.
          setOpen((now) => (now === mine ? undefined : now))
          resolve(told)
        },
      }
      setOpen(mine)
    })
  }
  return { ask, part: slot(open?.need, (told) => open?.answer(told)) }
}
