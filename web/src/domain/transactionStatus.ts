import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../ui/Badge'
import type { Transaction } from './queries'

type StatusBadge = { word: MessageDescriptor; tone: Tone }

/** The specification's display table ("States and transitions"), for lists and pages: text and tone of each status. */
export function badgeOf(status: Transaction['status'], subState?: Transaction['sub_state']): StatusBadge {
  switch (status) {
    case 'DONE':
      return { word: msg`Success`, tone: 'ok' }
    case 'NEW':
    case 'WAIT':
    case 'PROCESSING':
      return { word: msg`In progress`, tone: 'wait' }
    case 'EXPIRED':
    case 'REJECT':
    case 'FAIL':
      return { word: msg`Failed`, tone: 'bad' }
    case 'CANCELLED':
      return { word: msg`Cancelled`, tone: 'bad' }
    case 'RESOLVED':
      if (subState === 'refunded') return { word: msg`Refunded`, tone: 'ok' }
      if (subState === 'deposited') return { word: msg`On your balance`, tone: 'ok' }
      return { word: msg`Resolved`, tone: 'plain' }
    case 'ACTION_REQUIRED':
      return { word: msg`Needs you`, tone: 'act' }
    case 'MANUAL':
      return { word: msg`Under review`, tone: 'act' }
  }
}
