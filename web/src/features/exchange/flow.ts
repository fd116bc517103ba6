import { before, frontier, mayEnter, type Step } from '../../flow/steps'
import { PROGRESS } from '../../flow/progress'
import type { MovementKind } from '../../api/exchangeTypes'
import type { ExchangeDraft } from './draft'

export type ExchangeStepId = 'start' | 'requisites' | 'insert-card' | 'confirm'

/** What the guards know: the draft alone. What a price demands of the person is asked for on pages of its own (flow/verification.ts). */
export type ExchangeFacts = Pick<
  ExchangeDraft,
  'amount' | 'from' | 'to' | 'payoutKind' | 'requisite' | 'agreed' | 'attempt'
>

/** The exchange's steps before an order exists; percents from the specification's section 2. */
export const EXCHANGE_STEPS: readonly Step<ExchangeStepId, ExchangeFacts>[] = [
  {
    id: 'start',
    progress: PROGRESS.initial,
    // Only a choice made with Continue counts: half-typed amounts must not open the next page by its address.
    done: (draft) => draft.agreed && draft.amount !== '' && Boolean(draft.from && draft.to),
  },
  {
    id: 'requisites',
    progress: PROGRESS.requisites,
    needed: (draft) => draft.payoutKind !== 'card' && draft.payoutKind !== 'balance',
    done: (draft) => draft.requisite !== undefined && draft.requisite.kind === draft.payoutKind,
  },
  {
    id: 'insert-card',
    progress: PROGRESS.insertCard,
    needed: (draft) => draft.payoutKind === 'card',
    done: (draft) => draft.requisite?.kind === 'card',
  },
  { id: 'confirm', progress: PROGRESS.confirmation, done: () => false },
]

/**
 * Where the browser belongs when it opens `id`: `id` itself, or the first step still missing. While the fate of an order
 * is unknown nothing of it can be changed: only the page that asks for it, and the start, where it can be left.
 */
export function landing(id: ExchangeStepId, facts: ExchangeFacts): ExchangeStepId {
  if (facts.attempt && id !== 'start') return 'confirm'
  return mayEnter(EXCHANGE_STEPS, facts, id) ? id : frontier(EXCHANGE_STEPS, facts).id
}

export function stepBefore(id: ExchangeStepId, facts: ExchangeFacts): ExchangeStepId {
  if (facts.attempt) return 'start'
  return before(EXCHANGE_STEPS, facts, id) ?? 'start'
}

export function stepProgress(id: ExchangeStepId): number {
  return EXCHANGE_STEPS.find((step) => step.id === id)?.progress ?? 0
}

/** What the page of a movement of a balance is called in its address. */
const ACTIONS: Partial<Record<MovementKind, string>> = { DEPOSIT: 'deposit', WITHDRAW: 'withdraw', CONVERT: 'convert' }

/** The page of a step, as a link has it; the first one depends on what is moved. */
export function stepPage(id: ExchangeStepId, { side }: Pick<ExchangeDraft, 'side'>) {
  const action = id === 'start' ? ACTIONS[side] : undefined
  return action
    ? ({ to: '/balances/$place/{-$currency}', params: { place: action, currency: undefined } } as const)
    : { to: STEP_PATH[id] }
}

export const STEP_PATH = {
  start: '/exchange',
  requisites: '/exchange/requisites',
  'insert-card': '/exchange/insert-card',
  confirm: '/exchange/confirm',
} as const satisfies Record<ExchangeStepId, string>
