import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { fieldErrors } from '../../domain/problem'
import { Button, buttonClass } from '../../ui/Button'
import { LOGO_BYTES_MAX, LOGO_TYPES, removeLogo, setLogo } from './logo'
import { merchantQuery } from './merchant'

/** The logo of the profile: a picture to choose, or to remove. It is saved at once. */
export function LogoField({ logo }: { logo: string | undefined }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = async (act: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: merchantQuery.queryKey })
    } catch (error) {
      setProblem(fieldErrors(error)[0]?.message ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File) => {
    if (file.size > LOGO_BYTES_MAX) setProblem(t`The file is larger than 200 kB. Choose a smaller one.`)
    else void change(() => setLogo(file))
  }
  return (
    <section className="grid gap-3 rounded-m border border-edge/60 px-4 py-3" aria-busy={busy}>
      <div className="flex items-center gap-3">
        {logo ? (
          <img src={logo} alt={t`Your logo`} className="size-14 shrink-0 rounded-control bg-white object-contain p-1" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-14 shrink-0 place-items-center rounded-control bg-sunken text-muted"
          >
            <ImageUp size={22} />
          </span>
        )}
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-[16px]">
            <Trans>Your logo</Trans>
          </h3>
          <p className="text-[13px] text-muted">
            <Trans>Payers and visitors of your widget see it. PNG, JPEG or WebP, at most 200 kB.</Trans>
          </p>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2 not-has-[label+button]:grid-cols-1">
        <label
          className={`${buttonClass('quiet')} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand`}
        >
          <input
            type="file"
            aria-label={t`Choose a logo`}
            accept={LOGO_TYPES}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // Allows the same file to be chosen again after a failure.
              target.value = ''
              if (file) choose(file)
            }}
          />
          {logo ? <Trans>Choose another</Trans> : <Trans>Choose a logo</Trans>}
        </label>
        {logo ? (
          <Button variant="text" busy={busy} onClick={() => void change(removeLogo)}>
            <Trans>Remove</Trans>
          </Button>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="text-[13px] text-bad">
          {problem}
        </p>
      ) : null}
    </section>
  )
}
