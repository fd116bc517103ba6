import { before, frontier, mayEnter, type Step } from '../../domain/steps'
import { PROGRESS } from '../../domain/progress'
import type { MovementKind } from '../../api/exchangeTypes'
import { type ExchangeDraft, isWithoutDestination } from './draft'

export type ExchangeStepId = 'start' | 'requisites' | 'insert-card' | 'confirm'

/** The facts for the guards: the draft alone. Verification has its own pages (flow/verification.ts). */
export type ExchangeFacts = Pick<
  ExchangeDraft,
  'amount' | 'from' | 'to' | 'payoutKind' | 'requisite' | 'agreed' | 'attempt'
>

/** The steps before an order exists. Percentages: specification, "Screens and routes". */
export const EXCHANGE_STEPS: readonly Step<ExchangeStepId, ExchangeFacts>[] = [
  {
    id: 'start',
    progress: PROGRESS.initial,
    // Only a confirmed choice counts: the URL of a later step must not work with half-typed amounts.
    done: (draft) => draft.agreed && draft.amount !== '' && Boolean(draft.from && draft.to),
  },
  {
    id: 'requisites',
    progress: PROGRESS.requisites,
    needed: (draft) => draft.payoutKind !== 'card' && !isWithoutDestination(draft.payoutKind),
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
 * The step to show for `id`: `id` itself, or the first missing step. While an order's result is unknown, only the
 * confirmation and the start are open; the start can abandon it.
 */
export function landing(id: ExchangeStepId, facts: ExchangeFacts): ExchangeStepId {
  if (facts.attempt && id !== 'start') return 'confirm'
  return mayEnter(EXCHANGE_STEPS, facts, id) ? id : frontier(EXCHANGE_STEPS, facts).id
}

export function stepBefore(id: ExchangeStepId, facts: ExchangeFacts): ExchangeStepId {
  if (facts.attempt) return 'start'
  return before(EXCHANGE_STEPS, facts, id) ?? 'start'
}

/** The progress during a step. The card and the confirmation depend on the kind of movement. */
export function stepProgress(id: ExchangeStepId, kind: MovementKind): number {
  if (id === 'insert-card' && kind === 'DEPOSIT') return PROGRESS.depositCard
  if (id === 'confirm' && (kind === 'DEPOSIT' || kind === 'CONVERT')) return PROGRESS.ownConfirmation
  return EXCHANGE_STEPS.find((step) => step.id === id)?.progress ?? 0
}

/** The URL segment of a balance movement. */
const ACTIONS: Partial<Record<MovementKind, string>> = { DEPOSIT: 'deposit', WITHDRAW: 'withdraw', CONVERT: 'convert' }

/** The link to a step. The start depends on the kind of movement, and the unified pages have their own addresses. */
export function stepPage(id: ExchangeStepId, { side, unified }: Pick<ExchangeDraft, 'side' | 'unified'>) {
  if (unified && id !== 'insert-card') {
    return { to: '/utransaction/{-$step}', params: { step: id === 'start' ? undefined : id } } as const
  }
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
