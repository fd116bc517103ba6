import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/CopyButton'

type FactProps = {
  label: string
  children: ReactNode
  copy?: string | undefined
  mono?: boolean
  /** A long value: it stands below its label, at the left. */
  long?: boolean
}

/** One labelled value of an order. */
export function Fact({ label, children, copy, mono = false, long = false }: FactProps) {
  const { t } = useLingui()
  return (
    <div className={`flex justify-between gap-x-4 ${long ? 'flex-col' : 'items-center'}`}>
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className={`flex min-w-0 items-center gap-1 font-medium ${long ? 'justify-between' : 'text-right'}`}>
        <span className={`wrap-anywhere ${mono ? `font-mono ${long ? 'text-[13px]' : 'text-[14px]'}` : ''}`}>
          {children}
        </span>
        {/* The target is 44 px high without increasing the line height. */}
        {copy ? (
          <span className="-my-3 -mr-3">
            <CopyButton text={copy} label={t`Copy ${label}`} />
          </span>
        ) : null}
      </dd>
    </div>
  )
}
