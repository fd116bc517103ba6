import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton'
import '../../ui/hero.css'

type PayLayoutProps = {
  /** What is paid, to whom. */
  hero: ReactNode
  /** Language and theme. */
  foot: ReactNode
  children: ReactNode
}

/**
 * The frame of a payment: at a desk two halves, with what is paid on the dark one; on a phone a dark head with the sum
 * above the rest.
 */
export function PayLayout({ hero, foot, children }: PayLayoutProps) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] desk:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] desk:grid-rows-1">
      <div className="hero px-[18px] pt-6 pb-8 desk:px-8 desk:py-12 min-[1200px]:px-14">
        <div className="mx-auto grid w-full max-w-[620px] grid-cols-1 content-start gap-5 desk:sticky desk:top-12 desk:mr-0 desk:max-w-[480px] desk:gap-8">
          {hero}
        </div>
      </div>
      <div className="flex min-w-0 flex-col px-4 pt-4 pb-3 desk:px-8 desk:pt-12 desk:pb-6 min-[1200px]:px-14">
        <div className="mx-auto grid w-full max-w-[620px] grid-cols-1 gap-4 desk:ml-0">{children}</div>
        <footer className="mx-auto mt-auto flex w-full max-w-[620px] flex-wrap items-center justify-between gap-x-4 pt-8 desk:ml-0">
          {foot}
        </footer>
      </div>
    </main>
  )
}

/** The place of what is paid, while it is not known. */
export function PayHeroWaiting() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-5">
      <Skeleton className="h-9 w-44 max-w-full" />
      <Skeleton className="h-12 w-52 max-w-full" />
    </div>
  )
}
