import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { BALANCE } from '../../domain/balance'
import { moneyText } from '../../i18n/format'
import type { Tone } from '../../ui/Badge'
import type { components } from '../api/schema.gen'

/** Statuses as shown to operators, by the party that must act. */
const STATUSES: Record<string, { words: MessageDescriptor; tone: Tone }> = {
  NEW: { words: msg`New`, tone: 'plain' },
  WAIT: { words: msg`Paid, not confirmed`, tone: 'wait' },
  PROCESSING: { words: msg`In progress`, tone: 'wait' },
  DONE: { words: msg`Complete`, tone: 'ok' },
  EXPIRED: { words: msg`Not paid in time`, tone: 'bad' },
  CANCELLED: { words: msg`Cancelled`, tone: 'bad' },
  REJECT: { words: msg`Rejected`, tone: 'bad' },
  ACTION_REQUIRED: { words: msg`Waiting for the customer`, tone: 'act' },
  RESOLVED: { words: msg`Resolved`, tone: 'ok' },
  FAIL: { words: msg`Failed`, tone: 'bad' },
  MANUAL: { words: msg`Waiting for us`, tone: 'act' },
}

/** The facts that determine what a new transaction waits for. */
type About = Pick<components['schemas']['TransactionLine'], 'from' | 'display_type'>

/** What a new transaction waits for: a payment, or nothing but time if the balance gives the money. */
export function newWords({ from, display_type }: About): MessageDescriptor {
  if (from.payway !== BALANCE) return msg`Not paid`
  return display_type === 'transfer' ? msg`Waiting for the receiver` : msg`Can still be cancelled`
}

/** The text and the tone of a status. Without a transaction, as in a filter, the text is more general. */
export function useTransactionStatus() {
  const { _ } = useLingui()
  return (code: string, about?: About): { words: string; tone: Tone } => {
    if (about && code === 'NEW') return { words: _(newWords(about)), tone: 'plain' }
    const known = STATUSES[code]
    return known ? { words: _(known.words), tone: known.tone } : { words: code, tone: 'plain' }
  }
}

type Headline = components['schemas']['Headline']

/** What happened to the money, in one line. */
export function useHeadlineWords() {
  const { i18n } = useLingui()
  return (headline: Headline): string => {
    const amount = moneyText(headline, i18n.locale)
    switch (headline.kind) {
      case 'expected':
        return t(i18n)`${amount} to come`
      case 'received':
        return t(i18n)`${amount} paid out`
      case 'deposited':
        return t(i18n)`${amount} to the balance`
      case 'refunded':
        return t(i18n)`${amount} back to the payer`
      case 'held':
        return t(i18n)`${amount} held`
      case 'not_paid':
        return t(i18n)`Nothing`
    }
  }
}
