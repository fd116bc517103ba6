import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Money, TimelineStep } from '../../../api/exchangeTypes'
import { badgeOf } from '../../../domain/transactionStatus'
import { moneyText } from '../../../domain/money'
import type { Tone } from '../../../ui/Badge'
import type { StepWords } from '../details/timelineWords'
import type { SharedStatus, SharedTransfer } from './queries'

/** The texts of a shared status. Its reader is not its owner, so no text addresses the reader as the owner. */
export function useSharedWords(shared: SharedStatus) {
  const { t, i18n } = useLingui()
  const { from, to, paid, refunded, incoming, outgoing, sub_state, status } = shared
  const money = (value: Money) => moneyText(value, i18n.locale)

  const depth = (transfer: SharedTransfer | null | undefined) => {
    if (!transfer?.required) return undefined
    const { confirmations: now, required } = transfer
    return t`${now} of ${plural(required, { one: '# confirmation', few: '# confirmations', many: '# confirmations', other: '# confirmations' })}`
  }

  const paymentWords = (state: TimelineStep['state']): StepWords => {
    if (state === 'failed') return { title: t`Payment declined`, detail: undefined }
    if (state === 'next') return { title: t`Payment`, detail: undefined }
    if (state === 'done') {
      return paid ? { title: t`Payment received`, detail: money(paid) } : { title: t`Transfer seen`, detail: undefined }
    }
    return { title: sub_state === 'transfer_seen' ? t`Transfer seen` : t`Waiting for payment`, detail: money(from) }
  }

  const payoutWords = (state: TimelineStep['state']): StepWords => {
    if (state === 'failed') return { title: t`Could not be sent`, detail: undefined }
    if (state === 'done') return { title: t`Sent`, detail: money(to) }
    return { title: t`Sending`, detail: (state === 'now' && depth(outgoing)) || money(to) }
  }

  const refundWords = (state: TimelineStep['state']): StepWords => {
    if (state === 'failed') return { title: t`The refund could not be sent`, detail: undefined }
    return {
      title: state === 'done' ? t`Refunded` : t`On its way back`,
      detail: refunded ? money(refunded) : undefined,
    }
  }

  const doneWords = (state: TimelineStep['state']): StepWords => {
    if (state !== 'stopped') return { title: t`Completed`, detail: undefined }
    const title = { expired: t`Not paid in time`, cancelled: t`Cancelled` }[sub_state as 'expired' | 'cancelled']
    return { title: title ?? t`Closed`, detail: undefined }
  }

  const step = ({ kind, state }: TimelineStep): StepWords => {
    switch (kind) {
      case 'created':
        return { title: t`Order created`, detail: undefined }
      case 'payment':
        return paymentWords(state)
      case 'confirmation':
        return {
          title: state === 'done' ? t`Confirmed by the network` : t`Network confirmation`,
          detail: state === 'next' ? undefined : depth(incoming),
        }
      case 'exchange':
        return state === 'done'
          ? { title: t`Exchanged`, detail: `${money(from)} → ${money(to)}` }
          : { title: t`Exchange`, detail: undefined }
      case 'payout':
        return payoutWords(state)
      case 'deposit':
        return { title: state === 'done' ? t`Credited to the balance` : t`To the balance`, detail: undefined }
      case 'transfer':
        return { title: state === 'done' ? t`Received` : t`Sending`, detail: money(to) }
      case 'refund':
        return refundWords(state)
      case 'decision':
        return { title: t`The owner decides`, detail: undefined }
      case 'review':
        return { title: t`Under review`, detail: undefined }
      case 'done':
        return doneWords(state)
    }
  }

  const badge = (): { word: string; tone: Tone } => {
    const { word, tone } = badgeOf(status, sub_state)
    if (status === 'ACTION_REQUIRED') return { word: t`Waits for the owner`, tone }
    if (sub_state === 'deposited') return { word: t`Credited to the balance`, tone }
    return { word: i18n._(word), tone }
  }

  return { step, badge }
}
