import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Tone } from '../../ui/Badge'

/** Statuses as an operator reads them: who is waited for. */
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

/** A transaction's status in words, with its tone. */
export function useTransactionStatus() {
  const { _ } = useLingui()
  return (code: string): { words: string; tone: Tone } => {
    const known = STATUSES[code]
    return known ? { words: _(known.words), tone: known.tone } : { words: code, tone: 'plain' }
  }
}
