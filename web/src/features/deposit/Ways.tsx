import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { CurrencyCode, PaywayCode, PaywayInfo } from '../../api/exchangeTypes'
import { usualTime } from '../../domain/arrival/usual'
import { useArrivalWords } from '../../domain/arrival/useArrivalWords'
import { WayRow, wayStandard } from '../../domain/WayRow'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'

type WaysProps = {
  ways: readonly PaywayInfo[]
  currency: CurrencyCode
  chosen: PaywayCode
  onChoose: (code: PaywayCode) => void
}

/** The first step of a deposit: the network that the money is sent from. */
export function Ways({ ways, currency, chosen, onChoose }: WaysProps) {
  const group = useId()
  const words = useArrivalWords()
  const isCrypto = ways.some(({ kind }) => kind === 'crypto')
  return (
    <Card title={isCrypto ? <Trans>1. Network</Trans> : <Trans>1. Payment method</Trans>}>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-3 text-[13px] text-muted">
          {isCrypto ? <Trans>The one you send from</Trans> : <Trans>How you send it</Trans>}
        </legend>
        {ways.map((way) => {
          const usual = usualTime(way.code, way)
          return (
            <WayRow
              key={way.code}
              group={group}
              way={way}
              note={wayStandard(way)}
              checked={way.code === chosen}
              onPick={() => onChoose(way.code)}
            >
              {usual ? <span className="text-[13px] text-muted">{words.short(usual)}</span> : null}
            </WayRow>
          )
        })}
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
