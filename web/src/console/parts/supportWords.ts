import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/Badge'
import type { DeskLine } from '../api/support'

export const TOPIC_NAMES: Record<DeskLine['topic'], MessageDescriptor> = {
  ORDER: msg`An order`,
  PAYMENT: msg`A payment`,
  VERIFICATION: msg`Verification and limits`,
  SECURITY: msg`Security and sign-in`,
  ACCOUNT: msg({ message: 'Account and data', context: 'support' }),
  PRICES: msg`Prices and fees`,
  PARTNERS: msg`API keys and payments of shops`,
  OTHER: msg`Something else`,
}

export const STATE_NAMES: Record<DeskLine['state'], { name: MessageDescriptor; tone: Tone }> = {
  OPEN: { name: msg({ message: 'Open', context: 'conversation' }), tone: 'act' },
  WAITING_FOR_YOU: { name: msg`Waits for the customer`, tone: 'wait' },
  ANSWERED: { name: msg({ message: 'Answered', context: 'conversation' }), tone: 'ok' },
  CLOSED: { name: msg({ message: 'Closed', context: 'conversation' }), tone: 'plain' },
}
