import { useSortable } from '@dnd-kit/sortable'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { Switch } from '../../ui/Switch'
import type { SpendingBalance } from './queries'

type SpendingRowProps = {
  balance: SpendingBalance
  name: string
  /** The available amount. */
  available: ReactNode
  /** The position, from 1. */
  place: number
  count: number
  onShift: (by: -1 | 1) => void
  onToggle: (enabled: boolean) => void
}

/** One balance: position, move controls and switch. On phones the controls have their own line. */
export function SpendingRow({ balance, name, available, place, count, onShift, onToggle }: SpendingRowProps) {
  const { t } = useLingui()
  const { currency, enabled } = balance
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: currency,
  })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      className={`flex flex-wrap items-center gap-x-2 gap-y-1 bg-surface py-2 sm:flex-nowrap ${isDragging ? 'relative z-10 rounded-m shadow-lg ring-1 ring-line' : ''}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...listeners}
        aria-describedby={attributes['aria-describedby']}
        aria-pressed={attributes['aria-pressed']}
        aria-label={t`Reorder ${name}`}
        className="-ml-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted hover:bg-sunken active:cursor-grabbing"
      >
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <span className="min-w-4 shrink-0 text-center text-[13px] text-muted">{place}</span>
      <CurrencyIcon code={currency} size={36} />
      <div className="grid min-w-24 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="font-[570] wrap-anywhere">{name}</span>
        <span className="text-[13px] text-muted wrap-anywhere">{available}</span>
      </div>
      <div className="flex basis-full items-center justify-end gap-1 sm:basis-auto">
        <ShiftButton label={t`Move ${name} up`} isEnd={place === 1} onShift={() => onShift(-1)}>
          <ArrowUp size={18} aria-hidden="true" />
        </ShiftButton>
        <ShiftButton label={t`Move ${name} down`} isEnd={place === count} onShift={() => onShift(1)}>
          <ArrowDown size={18} aria-hidden="true" />
        </ShiftButton>
        <span className="ml-2">
          <Switch
            label={
              <>
                <span aria-hidden="true">
                  <Trans>Spend</Trans>
                </span>
                <span className="sr-only">{t`Spend from ${name}`}</span>
              </>
            }
            checked={enabled}
            onChange={onToggle}
          />
        </span>
      </div>
    </li>
  )
}

type ShiftButtonProps = { label: string; isEnd: boolean; onShift: () => void; children: ReactNode }

/** At an end of the list the button does nothing but keeps the focus, for repeated presses. */
function ShiftButton({ label, isEnd, onShift, children }: ShiftButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onShift}
      className="grid size-11 shrink-0 place-items-center rounded-control text-text hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-faint aria-disabled:opacity-50"
    >
      {children}
    </button>
  )
}
