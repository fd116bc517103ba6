import type { ReactNode } from 'react'

/** A titled group of specimens, in as many columns as fit. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2>{name}</h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] items-start gap-5">{children}</div>
    </section>
  )
}

/** One component in one state. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`grid min-w-0 gap-2 ${wide ? 'col-span-full' : ''}`}>
      <p className="font-mono text-[12px] text-muted">{name}</p>
      {children}
    </div>
  )
}
