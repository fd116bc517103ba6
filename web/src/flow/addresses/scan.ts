/** What the browser's own reader of codes does (Shape Detection API). */
export type CodeReader = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type ReaderClass = { new (options: { formats: string[] }): CodeReader; getSupportedFormats: () => Promise<string[]> }
type Scope = { BarcodeDetector?: ReaderClass; navigator?: { mediaDevices?: Pick<MediaDevices, 'enumerateDevices'> } }

const QR = 'qr_code'

/** A reader of QR codes, where the browser has one and a camera to look through. */
export async function codeReader(scope: Scope = globalThis as Scope): Promise<CodeReader | undefined> {
  const { BarcodeDetector, navigator } = scope
  if (!BarcodeDetector || !navigator?.mediaDevices) return undefined
  try {
    const [formats, devices] = await Promise.all([
      BarcodeDetector.getSupportedFormats(),
      navigator.mediaDevices.enumerateDevices(),
    ])
    const hasCamera = devices.some(({ kind }) => kind === 'videoinput')
    return hasCamera && formats.includes(QR) ? new BarcodeDetector({ formats: [QR] }) : undefined
  } catch {
    // A browser that cannot say what it reads reads nothing.
    return undefined
  }
}

/** Long enough for a slow phone to draw in between. */
const LOOK_MS = 150

/** Looks through the camera until a code is seen, and closes the camera then or when `signal` says so. */
export async function scan(
  reader: CodeReader,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    void video.play().catch(() => undefined)
    while (!signal.aborted) {
      const [code] = video.readyState >= video.HAVE_CURRENT_DATA ? await reader.detect(video) : []
      if (code?.rawValue) return code.rawValue
      await new Promise((next) => setTimeout(next, LOOK_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
