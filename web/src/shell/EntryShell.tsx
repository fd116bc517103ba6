import type { ReactNode } from 'react'
import { Brand } from './Brand'
import { EntryTools } from './EntryTools'

/** The frame of pages outside the app: brand, language and theme, and one centred column. */
export function EntryShell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col px-4 py-4 desk:px-8 desk:py-6">
      <header className="flex items-center justify-between gap-3">
        <Brand />
        <EntryTools />
      </header>
      <main className={`m-auto w-full py-6 ${wide ? 'max-w-[620px]' : 'max-w-[440px]'}`}>{children}</main>
    </div>
  )
}
