import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { AmountText } from '../../domain/amount/AmountText'
import { amountOf } from '../../domain/amount/amountOf'
import { moneyText } from '../../domain/money'
import { isNoPayment } from '../../domain/payment/noPayment'
import { ShopMark } from '../../domain/payment/ShopMark'
import { useShopColour } from '../../domain/payment/shopColour'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { HeroMoney } from '../../ui/Money'
import { Notice } from '../../ui/Notice'
import { Sheet, SheetPart } from '../../ui/Sheet'
import { Skeleton } from '../../ui/Skeleton'
import { EmptyState, ErrorState } from '../../ui/States'
import { type LinkPageState, linkQuery, openLink } from './link'

type LinkPageProps = { token: string; Frame: ComponentType<{ hero?: ReactNode; children: ReactNode }> }

/** A link that many payers use: who opens it gets a payment of their own. */
export default function LinkPage({ token, Frame }: LinkPageProps) {
  const asked = useQuery(linkQuery(token))
  useShopColour(asked.data?.colour)
  if (isNoPayment(asked.error)) {
    return (
      <Frame hero={<Title />}>
        <Card>
          <EmptyState art="search" title={<Trans>This payment link does not work</Trans>}>
            <Trans>It may be incomplete. Ask the shop for a new one.</Trans>
          </EmptyState>
        </Card>
      </Frame>
    )
  }
  if (asked.data) {
    return (
      <Frame hero={<LinkHero page={asked.data} />}>
        <Sheet>
          <SheetPart>
            <Begin token={token} page={asked.data} onRefused={() => void asked.refetch()} />
          </SheetPart>
        </Sheet>
      </Frame>
    )
  }
  if (asked.isError) {
    return (
      <Frame hero={<Title />}>
        <Card>
          <ErrorState onRetry={() => void asked.refetch()}>{errorText(asked.error)}</ErrorState>
        </Card>
      </Frame>
    )
  }
  return (
    <Frame>
      <Card>
        <Skeleton className="h-40" />
      </Card>
    </Frame>
  )
}

function Title() {
  return (
    <h1 className="text-[17px] font-semibold">
      <Trans>Payment</Trans>
    </h1>
  )
}

function LinkHero({ page }: { page: LinkPageState }) {
  return (
    <>
      <header className="flex items-center gap-3">
        <ShopMark {...page} />
        <h1 className="min-w-0 text-[17px] font-semibold tracking-[-0.015em] wrap-anywhere">{page.merchant}</h1>
      </header>
      <div className="grid grid-cols-1 gap-1">
        {page.price ? (
          <p>
            <HeroMoney {...page.price} />
          </p>
        ) : null}
        {page.description ? (
          <p className="mt-2 text-[15px] whitespace-pre-line wrap-anywhere">{page.description}</p>
        ) : null}
      </div>
    </>
  )
}

type BeginProps = { token: string; page: LinkPageState; onRefused: () => void }

/** The amount, if the payer names it, and the way to a payment. */
function Begin({ token, page, onRefused }: BeginProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  // One key for one amount: a repeated request finds the first payment.
  const intent = useRef({ amount: '', key: '' })
  const { price, min, max } = page
  if (page.state !== 'open') return <Closed state={page.state} />
  const unit = min ? { scale: min.amount.split('.')[1]?.length ?? 0, currency: min.currency } : { scale: 0 }
  const amount = min ? amountOf(text, unit, i18n.locale) : undefined
  const go = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(min !== undefined && amount === undefined)
    if (min && amount === undefined) return
    setBusy(true)
    setRefused(undefined)
    if (!intent.current.key || intent.current.amount !== (amount ?? '')) {
      intent.current = { amount: amount ?? '', key: randomId() + randomId() }
    }
    try {
      const hash = await openLink(token, intent.current.key, amount)
      await navigate({ to: '/payment', hash })
    } catch (error) {
      setRefused(error)
      setBusy(false)
      if (fieldErrors(error).length === 0) onRefused()
    }
  }
  const [least, most] = [min, max].map((bound) => (bound ? moneyText(bound, i18n.locale) : ''))
  const isOutside = fieldErrors(refused).some(({ pointer }) => pointer === '/amount')
  const wrong = isOutside ? t`Enter an amount from ${least} to ${most}` : undefined
  const shown = price ? moneyText(price, i18n.locale) : ''
  return (
    <form className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void go(event)}>
      {min ? (
        <AmountText
          label={<Trans>Amount</Trans>}
          unit={unit}
          value={text}
          onChange={setText}
          trailing={min.currency}
          hint={
            <Trans>
              {least} to {most}
            </Trans>
          }
          error={isMissing && amount === undefined ? t`Enter an amount in digits, like 250 or 0.5` : wrong}
        />
      ) : null}
      {refused !== undefined && !wrong ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
      <Button type="submit" busy={busy}>
        {price ? <Trans>Pay {shown}</Trans> : <Trans>Go on to pay</Trans>}
      </Button>
      <p className="text-[13px] text-muted">
        <Trans>You choose a currency next. Nothing is charged by this step.</Trans>
      </p>
    </form>
  )
}

function Closed({ state }: { state: LinkPageState['state'] }) {
  if (state === 'used_up') {
    return (
      <EmptyState art="hourglass" title={<Trans>Everything is taken</Trans>}>
        <Trans>This link has been used as often as the shop permits. A place may become free within an hour.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState art="hourglass" title={<Trans>This link has ended</Trans>}>
      <Trans>Nothing can be paid by it any more. Ask the shop for a new one.</Trans>
    </EmptyState>
  )
}
