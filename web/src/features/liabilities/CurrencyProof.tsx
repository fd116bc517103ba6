import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useCatalogue } from '../../domain/catalogue'
import { printDecimal } from '../../domain/decimal'
import { amountText } from '../../domain/money'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { Line, Lines } from '../../ui/Lines'
import { Money } from '../../ui/Money'
import { isCovered, isNothing } from './figures'
import { heldAt, type Reserve } from './proof'
import { coveredPercent, type Line as Published } from './statement'

type CurrencyProofProps = { line: Published; own: bigint | undefined; reserves: readonly Reserve[] }

/** One currency of the publication: the customer's balance, the total liabilities, and the reserves by place. */
export function CurrencyProof({ line, own, reserves }: CurrencyProofProps) {
  const { data } = useCatalogue()
  const { i18n } = useLingui()
  const { currency } = line
  const known = data?.currencies.find(({ code }) => code === currency)
  // Without the catalogue, the figures are in the smallest unit and labelled so.
  const money = (atoms: bigint): ReactNode =>
    known ? (
      <Money exact amount={printDecimal(atoms, known.scale)} currency={currency} />
    ) : (
      <Trans>
        {atoms.toString()} smallest units of {currency}
      </Trans>
    )
  const percent = coveredPercent(line)
  const rail = ({ rail }: Reserve) => data?.payways.find(({ code }) => code === rail)?.name ?? rail
  return (
    <Card
      title={known?.name ?? currency}
      aside={
        own === undefined ? undefined : (
          <Badge tone="ok">
            <Trans>Included</Trans>
          </Badge>
        )
      }
    >
      <Lines>
        {own === undefined ? null : <Line label={<Trans>Your balance then</Trans>}>{money(own)}</Line>}
        <Line label={<Trans>Owed to all customers</Trans>}>{money(line.owed)}</Line>
        {isNothing(line.underWay) ? null : (
          <Line label={<Trans>Owed, still in progress</Trans>}>{money(line.underWay)}</Line>
        )}
        <Line label={<Trans>Held in reserve</Trans>}>{money(line.held)}</Line>
        {reserves.map((reserve) => (
          <Line key={reserve.rail} label={<span className="pl-3">{rail(reserve)}</span>}>
            {money(heldAt(reserve))}
          </Line>
        ))}
        {percent === undefined ? null : (
          <Line label={<Trans>Reserves compared with what is owed</Trans>}>
            <Badge tone={isCovered(percent) ? 'ok' : 'wait'}>
              {amountText(percent.toString(), i18n.locale)}&nbsp;%
            </Badge>
          </Line>
        )}
      </Lines>
      <Addresses reserves={reserves} />
    </Card>
  )
}

/** Links to public explorers, so that anyone can check the addresses. */
function Addresses({ reserves }: { reserves: readonly Reserve[] }) {
  const all = reserves.flatMap(({ addresses }) => addresses ?? []).filter(({ address }) => address !== '')
  if (all.length === 0) return null
  return (
    <details className="mt-4 text-[14px]">
      <summary className="min-h-11 cursor-pointer content-center font-[550] text-brand">
        <Trans>Addresses on the chain</Trans>
      </summary>
      <ul className="grid gap-1.5 pt-1">
        {all.map(({ address }) => (
          <li key={address} className="font-mono text-[13px] wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
    </details>
  )
}
