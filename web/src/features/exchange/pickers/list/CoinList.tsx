import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { Coin } from '../coins'
import { CoinRow } from './CoinRow'

type CoinListProps = {
  first: readonly Coin[]
  /** All others, below a heading. */
  more: readonly Coin[]
  query: string
  /** The code of the marked coin. */
  chosen: string
  onPress: (coin: Coin) => void
}

/** One row a currency. The arrow keys move the focus. */
export function CoinList({ first, more, query, chosen, onPress }: CoinListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const count = first.length + more.length
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLButtonElement)
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  }
  const rows = (coins: readonly Coin[]) =>
    coins.map((coin) => (
      <li key={coin.code}>
        <CoinRow coin={coin} chosen={coin.code === chosen} onPress={onPress} />
      </li>
    ))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the focus between the buttons inside
    <div ref={list} className="picker-scroll px-3 pb-4" onKeyDown={move}>
      <ul>{rows(first)}</ul>
      {more.length > 0 ? (
        <section aria-labelledby={id}>
          <h3 id={id} className="px-2 pt-3 pb-1 text-[13px] font-semibold text-muted">
            <Trans>More currencies</Trans>
          </h3>
          <ul>{rows(more)}</ul>
        </section>
      ) : null}
      <p className={count === 0 ? 'py-8 text-center text-muted' : 'sr-only'} role="status">
        {count === 0 ? <Trans>Nothing matches “{query}”</Trans> : <Trans>{count} found</Trans>}
      </p>
    </div>
  )
}
