import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useId } from 'react'
import type { CurrencyCode, Line, PaywayCode, PaywayInfo } from '../../api/exchangeTypes'
import { usualTime } from '../../domain/arrival/usual'
import { useArrivalWords } from '../../domain/arrival/useArrivalWords'
import { trimZeros } from '../../domain/grouping'
import { shortMoneyText } from '../../domain/money'
import { FeeRule, hasRule } from '../../domain/PriceLines'
import { WayRow, wayStandard } from '../../domain/WayRow'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { useWayTerms, type WayTerms } from './useWayTerms'

type WaysProps = {
  ways: readonly PaywayInfo[]
  currency: CurrencyCode
  chosen: PaywayCode
  onChoose: (code: PaywayCode) => void
}

/** The first step of a deposit: the network that the money is sent from. */
export function Ways({ ways, currency, chosen, onChoose }: WaysProps) {
  const group = useId()
  const terms = useWayTerms(currency, ways)
  const isCrypto = ways.some(({ kind }) => kind === 'crypto')
  return (
    <Card title={isCrypto ? <Trans>1. Network</Trans> : <Trans>1. Payment method</Trans>}>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-3 text-[13px] text-muted">
          {isCrypto ? <Trans>The one you send from</Trans> : <Trans>How you send it</Trans>}
        </legend>
        {ways.map((way) => (
          <OneWay
            key={way.code}
            group={group}
            way={way}
            currency={currency}
            terms={terms.get(way.code)}
            checked={way.code === chosen}
            onPick={() => onChoose(way.code)}
          />
        ))}
      </fieldset>
      {isCrypto ? (
        <div className="mt-4">
          <Notice tone="act">
            <Trans>
              Send only <b>{currency}</b>, and only over this network. Anything else can be lost.
            </Trans>
          </Notice>
        </div>
      ) : null}
    </Card>
  )
}

type OneWayProps = {
  group: string
  way: PaywayInfo
  currency: CurrencyCode
  terms: WayTerms | undefined
  checked: boolean
  onPick: () => void
}

/** One way with its standard and minimum at the left, its fee and usual time at the right. */
export function OneWay({ group, way, currency, terms, checked, onPick }: OneWayProps) {
  const { t, i18n } = useLingui()
  const words = useArrivalWords()
  const usual = usualTime(way.code, way)
  const least = terms?.least && shortMoneyText({ amount: trimZeros(terms.least), currency }, i18n.locale)
  // A bank transfer is credited whatever its amount.
  const note = [wayStandard(way), least && way.kind === 'crypto' ? t`at least ${least}` : undefined]
  return (
    <WayRow
      group={group}
      way={way}
      note={terms?.isClosed ? t`Not available now` : note.filter(Boolean).join(' · ')}
      checked={checked}
      disabled={terms?.isClosed ?? false}
      onPick={onPick}
    >
      {terms?.fees ? <Fees fees={terms.fees} locale={i18n.locale} /> : null}
      {usual ? <span className="text-[13px] text-muted">{words.short(usual)}</span> : null}
    </WayRow>
  )
}

function Fees({ fees, locale }: { fees: readonly Line[]; locale: string }) {
  return (
    <b className="font-[580] wrap-anywhere">
      {fees.length === 0 ? <Trans>Free</Trans> : null}
      {fees.map((line, at) => (
        <Fragment key={line.kind}>
          {at > 0 ? ' + ' : null}
          {hasRule(line) ? <FeeRule line={line} locale={locale} /> : shortMoneyText(line, locale)}
        </Fragment>
      ))}
    </b>
  )
}
