import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CreditCard, type LucideIcon, ShieldCheck, ShoppingBag, UserRound } from 'lucide-react'
import type { Tone } from '../../ui/Badge'
import type { HelpTopic } from '../../domain/article/articles'
import type { Conversation, Topic } from './queries'

export const TOPIC_WORDS: Record<Topic, MessageDescriptor> = {
  ORDER: msg`An order`,
  PAYMENT: msg`A payment`,
  VERIFICATION: msg`Verification and limits`,
  SECURITY: msg`Security and sign-in`,
  ACCOUNT: msg`My account and data`,
  PRICES: msg`Prices and fees`,
  PARTNERS: msg`API keys and payments of shops`,
  OTHER: msg`Something else`,
}

export const TOPICS = Object.keys(TOPIC_WORDS) as Topic[]

export const HELP_WORDS: Record<HelpTopic, { name: MessageDescriptor; icon: LucideIcon }> = {
  money: { name: msg`Money in and out`, icon: CreditCard },
  orders: { name: msg({ message: 'Orders', context: 'help' }), icon: ShoppingBag },
  account: { name: msg({ message: 'Account', context: 'help' }), icon: UserRound },
  security: { name: msg({ message: 'Security', context: 'help' }), icon: ShieldCheck },
}

/** The state of a conversation in words, and its tone. */
export function stateOf({ state, kind, final_answer_at: answered }: Conversation): {
  words: MessageDescriptor
  tone: Tone
} {
  if (state === 'CLOSED') return { words: msg({ message: 'Closed', context: 'conversation' }), tone: 'plain' }
  if (state === 'WAITING_FOR_YOU') return { words: msg`We wait for your answer`, tone: 'act' }
  if (kind === 'COMPLAINT' && !answered) return { words: msg`We are working on it`, tone: 'wait' }
  if (state === 'ANSWERED') return { words: msg({ message: 'Answered', context: 'conversation' }), tone: 'ok' }
  return { words: msg`We will answer`, tone: 'wait' }
}
