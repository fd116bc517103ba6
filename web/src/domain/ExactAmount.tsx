import { useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import type { Money as Amount } from '../api/exchangeTypes'
import { lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { Money } from '../ui/Money'
import { useUsed } from '../ui/useUsed'
import { briefMoneyText, shortAmount } from './money'

const ExactPanel = lazyPart(() => import('./exact/ExactPanel'), seldomWords)

/** An amount in a list. If digits are missing, a press shows all of them; works above a link that covers the row. */
export function ExactAmount(money: Amount) {
  const { t, i18n } = useLingui()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const used = useUsed(open)
  if (!shortAmount(money).cut) return <Money {...money} />
  const short = briefMoneyText(money, i18n.locale)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t`${short}. Show the whole amount.`}
        className="relative z-10 rounded-[4px] text-right underline decoration-dotted decoration-1 underline-offset-4 wrap-anywhere after:absolute after:-inset-x-2 after:-inset-y-3"
        onClick={() => setOpen(true)}
      >
        {short}
      </button>
      {used ? (
        <Suspense fallback={null}>
          <ExactPanel open={open} onOpenChange={setOpen} anchor={anchor} money={money} />
        </Suspense>
      ) : null}
    </>
  )
}
