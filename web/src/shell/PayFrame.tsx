import type { ReactNode } from 'react'
import { Skeleton } from '../ui/Skeleton'
import { Brand } from './Brand'
import { EntryTools } from './EntryTools'
import '../ui/hero.css'

type PayFrameProps = {
  /** The payment and its merchant; nothing while they are unknown. */
  hero?: ReactNode
  children: ReactNode
}

/**
 * The frame of a payment: at a desk two halves, with what is paid on the dark one; on a phone a dark head with the sum
 * above the rest. It uses the classes of other pages, because the style sheet is part of every first page.
 */
export function PayFrame({ hero, children }: PayFrameProps) {
  return (
    <main className="flex min-h-dvh flex-col desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(0,1.22fr)]">
      <div className="hero">
        <div className="sticky top-0 px-4 py-6 desk:px-8">
          <div className="mx-auto grid w-full max-w-[620px] grid-cols-1 gap-4 desk:gap-6">{hero ?? <Waiting />}</div>
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 py-4 desk:px-8 desk:py-6">
        <div className="mx-auto grid w-full max-w-[620px] grid-cols-1 gap-4">{children}</div>
        <footer className="mx-auto mt-auto flex w-full max-w-[620px] flex-wrap items-center justify-between gap-x-4 pt-6">
          <Brand />
          <EntryTools />
        </footer>
      </div>
    </main>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-9 w-44" />
      <Skeleton className="h-16 w-48" />
    </div>
  )
}
