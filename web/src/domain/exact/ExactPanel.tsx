import { Popover } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { Money } from '../../api/exchangeTypes'
import { CopyButton } from '../../ui/CopyButton'
import { separatorsOf, trimZeros } from '../grouping'
import { amountText, unitText } from '../money'
import { foursOf } from './fours'

type ExactPanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  money: Money
}

/** All digits of an amount, with the decimals in groups of four, and a button that copies them. */
export default function ExactPanel({ open, onOpenChange, anchor, money: { amount, currency } }: ExactPanelProps) {
  const { t, i18n } = useLingui()
  const exact = trimZeros(amount)
  const [whole = '', fraction = ''] = exact.split('.')
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={8}
          collisionPadding={16}
          className="z-40"
        >
          <Popover.Popup
            finalFocus={anchor}
            className="flex max-w-[min(340px,calc(100vw-32px))] items-center gap-1 rounded-m bg-surface py-1.5 pr-1.5 pl-4 shadow-(--e3)"
          >
            <div className="min-w-0 py-1.5">
              <Popover.Title className="t-cap text-muted">{t`Exact amount`}</Popover.Title>
              <p className="t-row wrap-anywhere">
                {amountText(whole, i18n.locale)}
                {fraction ? separatorsOf(i18n.locale).decimal : null}
                {foursOf(fraction).map(({ at, digits }) => (
                  <span key={at} className="mr-1.5 inline-block">
                    {digits}
                  </span>
                ))}{' '}
                {unitText(currency)}
              </p>
            </div>
            <CopyButton text={exact} label={t`Copy the amount`} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
