import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '../../api/schema.gen'
import type { Tone } from '../../ui/Badge'

export type PayState = components['schemas']['PayState']

/** The states of a payment in words, for payer and merchant. */
export const PAY_STATE: Record<PayState, { word: MessageDescriptor; tone: Tone }> = {
  open: { word: msg`Open`, tone: 'plain' },
  waiting: { word: msg`Waiting for payment`, tone: 'wait' },
  seen: { word: msg`Payment seen`, tone: 'wait' },
  paid_partly: { word: msg`Paid in part`, tone: 'act' },
  paid_over: { word: msg`Paid too much`, tone: 'act' },
  paid_late: { word: msg`Paid late`, tone: 'act' },
  held: { word: msg`Being checked`, tone: 'wait' },
  returning: { word: msg`Going back`, tone: 'wait' },
  returned: { word: msg`Sent back`, tone: 'plain' },
  rate_expired: { word: msg`Rate expired`, tone: 'plain' },
  paid: { word: msg`Paid`, tone: 'ok' },
  expired: { word: msg`Expired`, tone: 'plain' },
  failed: { word: msg`Failed`, tone: 'bad' },
  closed: { word: msg`Closed by the shop`, tone: 'plain' },
  cancelled: { word: msg`Cancelled`, tone: 'plain' },
}
