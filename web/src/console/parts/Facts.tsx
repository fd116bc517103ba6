import type { ReactNode } from 'react'

type FactsProps = { facts: readonly { name: string; value: ReactNode }[]; isWide?: boolean }

/** Names and values, one per line; `isWide` in two columns where there is room. */
export function Facts({ facts, isWide = false }: FactsProps) {
  return (
    <dl className={`grid gap-x-10 gap-y-2 ${isWide ? 'min-[1200px]:grid-cols-2' : ''}`}>
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 justify-between gap-4">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
