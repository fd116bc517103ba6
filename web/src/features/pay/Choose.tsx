import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { useCatalogue } from '../../domain/catalogue'
import { moneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { Button } from '../../ui/Button'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { ListRow } from '../../ui/ListRow'
import { Notice } from '../../ui/Notice'
import { SkeletonRows } from '../../ui/Skeleton'
import { EmptyState, ErrorState } from '../../ui/States'
import { choose, type PayOffer, type PayPageState, offersQuery } from './payment'
import { TermsNote } from './TermsNote'

type ChooseProps = { token: string; page: PayPageState; onPage: (page: PayPageState) => void }

/** The currency and network to pay in, each with its amount. */
export function Choose({ token, page, onPage }: ChooseProps) {
  const { i18n } = useLingui()
  const catalogue = useCatalogue()
  const asked = useQuery(offersQuery(token))
  const [currency, setCurrency] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!asked.data) {
    if (!asked.isError) return <SkeletonRows count={4} />
    return <ErrorState onRetry={() => void asked.refetch()}>{errorText(asked.error)}</ErrorState>
  }
  const offers = asked.data
  if (offers.length === 0) {
    return (
      <EmptyState art="hourglass" title={<Trans>This cannot be paid right now</Trans>}>
        <Trans>Try again in a moment, or ask the shop.</Trans>
      </EmptyState>
    )
  }
  const take = async (offer: PayOffer) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onPage(await choose(token, page, offer))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const named = (code: string) => catalogue.data?.currencies.find((each) => each.code === code)?.name ?? code
  const codes = [...new Set(offers.map((offer) => offer.currency))]
  const of = (code: string) => offers.filter((offer) => offer.currency === code)
  const shown = (offer: PayOffer) => moneyText({ amount: offer.amount, currency: offer.currency }, i18n.locale)
  const pick = (code: string) => {
    const [only, ...others] = of(code)
    if (only && others.length === 0) void take(only)
    else setCurrency(code)
  }
  return (
    <div className="grid grid-cols-1 gap-3" aria-busy={busy}>
      <h2 className="text-[15px] font-semibold">
        {currency ? <Trans>Choose the network for {currency}</Trans> : <Trans>Choose what to pay with</Trans>}
      </h2>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <ul className="-mx-[18px] divide-y divide-line border-y border-line desk:-mx-[22px]">
        {currency
          ? of(currency).map((offer) => (
              <li key={offer.payway}>
                <ListRow
                  bare
                  glyph={<CurrencyIcon code={currency} size={36} />}
                  title={networkName(offer.network)}
                  value={shown(offer)}
                  onClick={() => void take(offer)}
                />
              </li>
            ))
          : codes.map((code) => {
              const [first, ...others] = of(code)
              return (
                <li key={code}>
                  <ListRow
                    bare
                    glyph={<CurrencyIcon code={code} size={36} />}
                    title={code}
                    detail={first && others.length === 0 ? networkName(first.network) : named(code)}
                    value={first ? shown(first) : undefined}
                    onClick={() => pick(code)}
                  />
                </li>
              )
            })}
      </ul>
      {currency ? (
        <Button variant="text" onClick={() => setCurrency(undefined)}>
          <ArrowLeft size={18} aria-hidden="true" />
          <Trans>Another currency</Trans>
        </Button>
      ) : null}
      <p className="text-[13px] text-muted">
        <Trans>The rate is locked for 15 minutes after your choice. Fees of your wallet are not included.</Trans>
      </p>
      <TermsNote token={token} page={page} />
    </div>
  )
}
