import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Camera, CircleCheck, FileText, ImageUp, RefreshCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge } from '../../../ui/Badge'
import { Button, buttonClass } from '../../../ui/Button'
import { isSide, mayBePdf } from './needed'
import { HINT, PART } from './pictureWords'
import type { DocumentKind, DocumentPart, Proof } from './queries'
import { PDF } from './shrink'
import { usePicture } from './usePicture'

const PICTURES = 'image/jpeg,image/png,image/webp'

type PictureFieldProps = {
  of: Proof
  part: DocumentPart
  document: DocumentKind
  country: string
  /** Whether the server has it. */
  there: boolean
  /** Its number of pages. */
  pages: number
}

/** One picture or PDF: instructions, camera or file choice, upload progress, and a retry after a failure. */
export function PictureField({ of, part, document, country, there, pages }: PictureFieldProps) {
  const { t, i18n } = useLingui()
  const name = i18n._(PART[part])
  const { picture, choose, again } = usePicture(of, isSide(part) ? { part, document, country } : { part })
  const id = useId()
  const sending = picture?.state === 'sending'
  const failed = picture?.state === 'failed'
  // Only this browser knows the type of a file it uploaded; later, several pages mean a PDF.
  const isPdf = picture ? picture.isPdf : pages > 1
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-m border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-[16px] font-[570]">
          {name}
        </h2>
        <span role="status">
          {sending ? (
            <Badge tone="wait">
              <Trans>Sending, {picture.percent} %</Trans>
            </Badge>
          ) : there && !failed ? (
            <Badge tone="ok">
              <Trans>Received</Trans>
            </Badge>
          ) : null}
        </span>
      </div>
      <p className="text-[14px] text-muted">{i18n._(HINT[part])}</p>
      {picture?.preview && (sending || failed || there) ? (
        <Preview src={picture.preview} alt={t`Your picture: ${name}`} />
      ) : null}
      {there && isPdf && !sending && !failed ? <Paper pages={pages} /> : null}
      {there && !picture ? (
        <p className="flex items-center gap-2 text-[14px] text-ok">
          <CircleCheck size={18} aria-hidden="true" className="shrink-0" />
          <Trans>We have it. For your safety it is not shown again.</Trans>
        </p>
      ) : null}
      {sending ? <Bar label={t`Sending: ${name}`} percent={picture.percent} /> : null}
      {failed ? (
        <div className="grid gap-2">
          <p role="alert" className="text-[14px] text-bad">
            {picture.problem}
          </p>
          <Button variant="quiet" onClick={again}>
            <RefreshCw size={18} aria-hidden="true" />
            <Trans>Send it again</Trans>
          </Button>
        </div>
      ) : null}
      <Choices name={name} selfie={part === 'selfie'} pdf={mayBePdf(part)} there={there || failed} onChoose={choose} />
    </section>
  )
}

function Preview({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} className="max-h-56 w-full rounded-control bg-sunken object-contain" />
}

/** Replaces the preview of a PDF. */
function Paper({ pages }: { pages: number }) {
  return (
    <p className="flex items-center gap-2 rounded-control bg-sunken px-4 py-3">
      <FileText size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <Plural value={pages} one="PDF, # page" other="PDF, # pages" />
    </p>
  )
}

function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform duration-150"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}

type ChoicesProps = { name: string; selfie: boolean; pdf: boolean; there: boolean; onChoose: (file: File) => void }

/** Phones open the camera; every device offers a file choice. */
function Choices({ name, selfie, pdf, there, onChoose }: ChoicesProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2 pointer-coarse:grid-cols-2">
      <FileChoice
        label={t`Take a photo: ${name}`}
        className="hidden pointer-coarse:inline-flex"
        accept={PICTURES}
        capture={selfie ? 'user' : 'environment'}
        onChoose={onChoose}
      >
        <Camera size={18} aria-hidden="true" />
        <Trans>Take a photo</Trans>
      </FileChoice>
      <FileChoice
        label={t`Choose a file: ${name}`}
        className="inline-flex"
        accept={pdf ? `${PICTURES},${PDF}` : PICTURES}
        onChoose={onChoose}
      >
        <ImageUp size={18} aria-hidden="true" />
        {there ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
      </FileChoice>
    </div>
  )
}

type FileChoiceProps = {
  label: string
  className: string
  accept: string
  capture?: 'user' | 'environment'
  onChoose: (file: File) => void
  children: ReactNode
}

function FileChoice({ label, className, accept, capture, onChoose, children }: FileChoiceProps) {
  return (
    <label
      className={`${buttonClass('quiet').replace('inline-flex', '')} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand ${className}`}
    >
      <input
        type="file"
        aria-label={label}
        accept={accept}
        {...(capture ? { capture } : {})}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Allows the same file to be chosen again after a failure.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
      {children}
    </label>
  )
}
