import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Search, Wallet } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { Endpoint } from '../../../../api/exchangeTypes'
import { BALANCE } from '../../../../domain/balance'
import { moneyText } from '../../../../domain/money'
import { Breakable } from '../../../../ui/Breakable'
import { CurrencyIcon } from '../../../../ui/CurrencyIcon'
import { type Option, type OptionGroup, sameEndpoint } from '../options'
import { groupOptions } from '../search'
import { useReason } from './useReason'

type PickerSearchProps = { query: string; onQuery: (query: string) => void; onEnter: () => void }

/** The search field above the list. Enter selects the best match. */
export function PickerSearch({ query, onQuery, onEnter }: PickerSearchProps) {
  const { t } = useLingui()
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="picker-search">
      <Search size={18} aria-hidden="true" />
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the drawer was opened to search; focus belongs here
        autoFocus
        value={query}
        aria-label={t`Search currency or network`}
        placeholder={t`Search currency or network`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={enter}
      />
    </div>
  )
}

type PickerListProps = {
  options: readonly Option[]
  query: string
  chosen: Endpoint | undefined
  onChoose: (endpoint: Endpoint) => void
}

/** Currencies on their payways, in groups. The arrow keys move the focus. */
export function PickerList({ options, query, chosen, onChoose }: PickerListProps) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLButtonElement)
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the focus between the buttons inside
    <div ref={list} onKeyDown={move}>
      {groupOptions(options).map(({ group, options: inGroup }) => (
        <Group key={group} group={group} options={inGroup} chosen={chosen} onChoose={onChoose} />
      ))}
      <p className={options.length === 0 ? 'py-8 text-center text-muted' : 'sr-only'} role="status">
        {options.length === 0 ? <Trans>Nothing matches “{query}”</Trans> : <Trans>{options.length} found</Trans>}
      </p>
    </div>
  )
}

type GroupProps = Omit<PickerListProps, 'query'> & { group: OptionGroup }

function Group({ group, options, chosen, onChoose }: GroupProps) {
  const id = useId()
  const { t } = useLingui()
  const title = { fiat: t`Money`, stable: t`Stablecoins`, crypto: t`Crypto` }[group]
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-2 pt-3 pb-1 text-[13px] font-medium text-muted">
        {title}
      </h3>
      <ul>
        {options.map((option) => (
          <li key={option.key}>
            <Row option={option} chosen={sameEndpoint(option.endpoint, chosen)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = { option: Option; chosen: boolean; onChoose: (endpoint: Endpoint) => void }

function Row({ option, chosen, onChoose }: RowProps) {
  const { endpoint, name, paywayName, holds, available } = option
  const { i18n } = useLingui()
  const reason = useReason(option)
  const amount = holds ? (
    <Breakable text={moneyText({ amount: holds, currency: endpoint.currency }, i18n.locale)} />
  ) : undefined
  return (
    <button
      type="button"
      className="picker-row"
      aria-current={chosen ? 'true' : undefined}
      // Stays focusable, so that keyboard users can read the reason.
      aria-disabled={available ? undefined : true}
      onClick={() => available && onChoose(endpoint)}
    >
      <CurrencyIcon code={endpoint.currency} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block break-words">
          <b className="font-[570]">{endpoint.currency}</b> <span className="text-muted">{name}</span>
        </span>
        {(reason ?? amount) ? (
          <span className="block text-[13px] text-muted">{reason ?? <Trans>{amount} available</Trans>}</span>
        ) : null}
      </span>
      <span className="flex max-w-[40%] shrink-0 items-center gap-1.5 text-right text-[13px] text-muted">
        {endpoint.payway === BALANCE && paywayName ? <Wallet size={14} aria-hidden="true" /> : null}
        {paywayName}
      </span>
      {chosen ? <Check size={18} className="shrink-0 text-brand" aria-hidden="true" /> : null}
    </button>
  )
}
