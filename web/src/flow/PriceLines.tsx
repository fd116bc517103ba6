import { Trans, useLingui } from '@lingui/react/macro'
import './price.css'
import type { Line, PaywayInfo } from '../api/exchangeTypes'
import { isZeroDecimal } from './decimal'
import { feeParts, lineWord, shownLines } from './lines'
import { amountText, moneyText } from './money'
import { Breakable } from '../ui/Breakable'

type PriceLinesProps = {
  lines: readonly Line[]
  /** How the processing line is named. */
  fromKind: PaywayInfo['kind'] | undefined
  network?: string | undefined
  all?: boolean
  stale?: boolean
}

/** Every part of the price, each with its rule, adding up to the last digit. */
export function PriceLines({ lines, fromKind, network, all = false, stale = false }: PriceLinesProps) {
  const { i18n } = useLingui()
  return (
    <>
      {shownLines(lines, all).map((line) => (
        <div key={`${line.kind}-${line.currency}`} className={stale ? 'price-line opacity-60' : 'price-line'}>
          <dt>
            {i18n._(lineWord(line.kind, fromKind))}
            <Rule line={line} locale={i18n.locale} network={network} />
          </dt>
          <dd>{isFree(line) ? <Trans>Free</Trans> : <Breakable text={moneyText(line, i18n.locale)} />}</dd>
        </div>
      ))}
    </>
  )
}

function isFree(line: Line): boolean {
  return line.kind !== 'rounding' && line.kind !== 'amount_converted' && isZeroDecimal(line.amount)
}

function Rule({ line, locale, network }: { line: Line; locale: string; network: string | undefined }) {
  if (line.kind === 'network_fee') return network ? <em>{network}</em> : null
  const { add, percent } = feeParts(line)
  const words = [
    add ? moneyText({ amount: add, currency: line.currency }, locale) : '',
    percent ? `${amountText(percent, locale)}%` : '',
  ]
  const text = words.filter(Boolean).join(' + ')
  return text ? <em>{text}</em> : null
}
