import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { TimelineStep, Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { groupIban, shorten } from '../../../domain/address'
import { brandName, cardName } from '../../../domain/cardName'
import { CODE_ISSUER } from '../status'

export type StepWords = { title: string; detail: string | undefined }

/** The text of each timeline step: its name, and its most important fact. */
export function useStepWords(transaction: Transaction): (step: TimelineStep) => StepWords {
  const { t, i18n } = useLingui()
  const { from, to, payout, requisite, sub_state } = transaction
  const payment = transaction.source.instructions
  const money = (value: { amount: string; currency: string }) => moneyText(value, i18n.locale)

  const confirmations = (now: number, required: number) =>
    t`${now} of ${plural(required, { one: '# confirmation', few: '# confirmations', many: '# confirmations', other: '# confirmations' })}`

  const paymentWords = (step: TimelineStep): StepWords => {
    if (step.state === 'done' && !came) return { title: t`Transfer seen`, detail: undefined }
    if (step.state === 'done') return { title: t`Payment received`, detail: paidWith() }
    if (step.state === 'failed') return { title: t`Payment declined`, detail: undefined }
    if (step.state === 'next') return { title: t`Payment`, detail: undefined }
    if (sub_state === 'waiting_for_approval') return { title: t`Confirm with your bank`, detail: money(from) }
    if (sub_state === 'transfer_seen') return { title: t`Transfer seen`, detail: money(from) }
    return { title: t`Waiting for payment`, detail: money(from) }
  }

  // The received amount, which may differ from the expected one and is undefined until it is credited.
  const came = transaction.paid

  const paidWith = () => {
    if (!came) return undefined
    const card = payment?.card
    if (card?.last4) return t`${money(came)} from ${brandName(card.brand)} •••• ${card.last4}`
    if (payment?.kind === 'bank') return t`${money(came)} by bank transfer`
    return money(came)
  }

  const networkWords = (step: TimelineStep): StepWords => {
    const crypto = payment?.crypto
    const detail =
      crypto && crypto.required > 0 && step.state !== 'next'
        ? confirmations(crypto.confirmations, crypto.required)
        : undefined
    return { title: step.state === 'done' ? t`Confirmed by the network` : t`Network confirmation`, detail }
  }

  const exchangeWords = (step: TimelineStep): StepWords => {
    const converted = transaction.price.lines.find((line) => line.kind === 'amount_converted')
    const given = converted ? money(converted) : money(from)
    if (step.state !== 'done') return { title: t`Exchange`, detail: undefined }
    return { title: t`Exchanged`, detail: `${given} → ${money(to)}` }
  }

  const payoutWords = (step: TimelineStep): StepWords => {
    const where =
      requisite?.kind === 'iban'
        ? groupIban(requisite.display)
        : requisite?.kind === 'card'
          ? cardName(requisite.display)
          : requisite?.kind === 'code'
            ? CODE_ISSUER
            : shorten(requisite?.display ?? '')
    if (step.state === 'done') return { title: t`Sent`, detail: t`${money(to)} to ${where}` }
    if (step.state === 'failed') return { title: t`Could not be sent`, detail: undefined }
    if (sub_state === 'scheduled') return { title: t`Sent in a moment`, detail: t`${money(to)} to ${where}` }
    if (step.state === 'next') return { title: t`Sending`, detail: t`To ${where}` }
    const { confirmations: depth, required } = payout ?? {}
    if (depth !== undefined && required) {
      return { title: t`Sending`, detail: t`Broadcast, ${confirmations(depth, required)}` }
    }
    return { title: t`Sending`, detail: t`${money(to)} to ${where}` }
  }

  const transferWords = (step: TimelineStep): StepWords => {
    const who = transaction.requisite?.display ?? ''
    const detail = t`${money(to)} to ${who}`
    if (step.state === 'done') return { title: t`Received by ${who}`, detail: money(to) }
    return { title: sub_state === 'waiting_for_receiver' ? t`Waits until they sign in` : t`Sending`, detail }
  }

  const refundWords = (step: TimelineStep): StepWords => {
    const { refund } = transaction
    const detail = refund ? money(refund) : undefined
    if (step.state === 'failed') return { title: t`The refund could not be sent`, detail: undefined }
    return { title: step.state === 'done' ? t`Refunded` : t`On its way back`, detail }
  }

  const doneWords = (step: TimelineStep): StepWords => {
    if (step.state !== 'stopped') return { title: t`Completed`, detail: undefined }
    const late = transaction.display_type === 'transfer' ? t`Came back` : t`Not paid in time`
    const title = { expired: late, cancelled: t`Cancelled` }[sub_state as 'expired' | 'cancelled']
    return { title: title ?? t`Closed`, detail: undefined }
  }

  return (step) => {
    switch (step.kind) {
      case 'payment':
        return paymentWords(step)
      case 'confirmation':
        return networkWords(step)
      case 'exchange':
        return exchangeWords(step)
      case 'payout':
        return payoutWords(step)
      case 'created':
        return { title: t`Order created`, detail: undefined }
      case 'deposit':
        if (step.state === 'next') return { title: t`To your balance`, detail: money(to) }
        return {
          title: t`On your balance`,
          detail: transaction.deposited ? money(transaction.deposited) : undefined,
        }
      case 'transfer':
        return transferWords(step)
      case 'refund':
        return refundWords(step)
      case 'decision':
        return { title: t`Your decision`, detail: undefined }
      case 'review':
        return { title: t`Under review`, detail: undefined }
      case 'done':
        return doneWords(step)
    }
  }
}
