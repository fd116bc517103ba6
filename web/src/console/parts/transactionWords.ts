import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { moneyText } from '../../i18n/format'
import type { Tone } from '../../ui/Badge'
import type { components } from '../api/schema.gen'

/** Statuses as shown to operators, by the party that must act. */
const STATUSES: Record<string, { words: MessageDescriptor; tone: Tone }> = {
  NEW: { words: msg`Not paid`, tone: 'plain' },
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

/** The text and the tone of a transaction's status. */
export function useTransactionStatus() {
  const { _ } = useLingui()
  return (code: string): { words: string; tone: Tone } => {
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
