import { useLingui } from '@lingui/react/macro'
import {
  ArrowLeftRight,
  BadgeCheck,
  Bell,
  FileText,
  type LucideIcon,
  ShieldCheck,
  Store,
  TrendingUp,
  Wallet,
} from 'lucide-react'
import type { Topic } from './queries'

/** The topics in the order of the pages. */
export const TOPICS: readonly Topic[] = ['orders', 'money', 'payments', 'prices', 'documents', 'account', 'security']

const ICONS: Record<Topic, LucideIcon> = {
  orders: ArrowLeftRight,
  money: Wallet,
  payments: Store,
  prices: TrendingUp,
  documents: FileText,
  account: BadgeCheck,
  security: ShieldCheck,
}

export const topicIcon = (topic: Topic): LucideIcon => ICONS[topic] ?? Bell

/** The names of the topics, and what each is about. */
export function useTopicWords(): Record<Topic, { name: string; about: string }> {
  const { t } = useLingui()
  return {
    orders: { name: t`Orders`, about: t`Done, delayed, or waiting for you` },
    payments: { name: t`Payments to your shop`, about: t`Paid, paid in part, too much or late, and refunds` },
    money: { name: t`Money received`, about: t`Deposits and transfers to you` },
    prices: { name: t`Prices`, about: t`Price alerts that you set` },
    documents: { name: t`Documents`, about: t`Files that you asked for` },
    account: { name: t`Your account`, about: t`Verification, limits and webhooks` },
    security: { name: t`Security`, about: t`Sign-ins and changes of your protection` },
  }
}
