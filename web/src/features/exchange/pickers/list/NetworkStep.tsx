import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Endpoint, QuoteRequest } from '../../../../api/exchangeTypes'
import { networkName, peggedFrom } from '../../../../domain/networks'
import { BackButton } from '../../../../ui/BackButton'
import { Button } from '../../../../ui/Button'
import { CurrencyIcon } from '../../../../ui/CurrencyIcon'
import { Notice } from '../../../../ui/Notice'
import { useWide } from '../../../../ui/useWide'
import type { Coin } from '../coins'
import { type Option, sameEndpoint } from '../options'
import { NetworkRow } from './NetworkRow'
import { useFees } from './useFees'

type NetworkStepProps = {
  coin: Coin
  /** The preferred option of the coin, if it has it. */
  wanted: Endpoint
  /** The coin was pressed: moves the focus to its options. */
  focused: boolean
  priceOf: (endpoint: Endpoint) => QuoteRequest | undefined
  onChoose: (endpoint: Endpoint) => void
  onBack: (() => void) | undefined
}

/** How the chosen currency travels: its networks or payment methods, each with fee and usual time. */
export function NetworkStep({ coin, wanted, focused, priceOf, onChoose, onBack }: NetworkStepProps) {
  const name = useId()
  const wide = useWide()
  const list = useRef<HTMLFieldSetElement>(null)
  const open = coin.options.filter((option) => option.available)
  // A balance is taken only by its own choice.
  const [picked, setPicked] = useState(
    () =>
      (open.find((option) => sameEndpoint(option.endpoint, wanted)) ?? open.find(({ kind }) => kind) ?? open[0])
        ?.endpoint,
  )
  const option = coin.options.find(({ endpoint }) => sameEndpoint(endpoint, picked))
  const fees = useFees(coin.options, priceOf)
  const isCrypto = coin.options.some(({ kind }) => kind === 'crypto')
  useLayoutEffect(() => {
    if (focused) list.current?.querySelector<HTMLElement>('input:checked, input')?.focus()
  }, [focused])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events leave the dialog for the form that opened it.
    event.stopPropagation()
    if (picked) onChoose(picked)
  }
  return (
    <form className="picker-step" onSubmit={submit}>
      <div className="picker-scroll grid content-start gap-3 px-5 pt-1 pb-4">
        <div className="flex min-h-11 items-center gap-2.5">
          {onBack ? <BackButton onClick={onBack} /> : null}
          <CurrencyIcon code={coin.code} size={26} />
          <h3 className="min-w-0 flex-1 text-[16px] font-semibold">
            {isCrypto ? <Trans>Network for {coin.code}</Trans> : <Trans>Payment method for {coin.code}</Trans>}
          </h3>
          <span className="text-[13px] text-muted">
            {isCrypto ? <Trans>fee · time</Trans> : <Trans>cost · time</Trans>}
          </span>
        </div>
        <fieldset ref={list} className="grid min-w-0 gap-2">
          <legend className="sr-only">
            {isCrypto ? <Trans>Network for {coin.code}</Trans> : <Trans>Payment method for {coin.code}</Trans>}
          </legend>
          {coin.options.map((each) => (
            <NetworkRow
              key={each.key}
              group={name}
              option={each}
              checked={each === option}
              fee={fees.get(each.key)}
              onPick={() => setPicked(each.endpoint)}
            />
          ))}
        </fieldset>
        <Caution option={option} />
      </div>
      <div className="px-5 pt-3 pb-5">
        <Button type="submit" disabled={!picked || !coin.available} className={wide ? '' : 'mb-1'}>
          <UseWords option={option} />
        </Button>
      </div>
    </form>
  )
}

function UseWords({ option }: { option: Option | undefined }) {
  const { t } = useLingui()
  if (!option) return t`Not available now`
  const { currency } = option.endpoint
  const way = option.network ? networkName(option.network) : option.paywayName
  return option.network ? t`Use ${currency} on ${way}` : t`Use ${currency}, ${way}`
}

/** What can go wrong with this way. */
function Caution({ option }: { option: Option | undefined }) {
  if (option?.kind !== 'crypto' || !option.network) return null
  const { currency } = option.endpoint
  const network = networkName(option.network)
  const own = peggedFrom(option.endpoint)
  if (own)
    return (
      <Notice tone="wait">
        <Trans>
          This is {currency} as a token on {network}. A wallet of the {own} network cannot receive or send it.
        </Trans>
      </Notice>
    )
  return (
    <Notice tone="act">
      <Trans>Choose the network that your own wallet uses. Coins sent over another one cannot be brought back.</Trans>
    </Notice>
  )
}
