import { notFound } from '@tanstack/react-router'
import type { MovementKind } from '../../api/exchangeTypes'
import { exchangeDraft } from './draft'
import { draftFor } from './firstDraft'

const KINDS: Record<string, readonly MovementKind[]> = {
  exchange: ['BUY', 'SELL', 'SWAP'],
  deposit: ['DEPOSIT'],
  withdraw: ['WITHDRAW'],
  convert: ['CONVERT'],
}

export const isMovement = (action: string): boolean => Object.hasOwn(KINDS, action)

/** Starts the draft of a page, unless there is one. Throws `notFound` for an unknown word. */
export function beginMovement(action: string): void {
  const kinds = KINDS[action]
  if (!kinds) throw notFound()
  const now = exchangeDraft.get()
  const next = draftFor(now, kinds)
  if (next !== now) exchangeDraft.set(() => next)
}
