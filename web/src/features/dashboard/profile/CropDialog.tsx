import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { customerChanged } from '../../../api/sessionActions.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { formatPercent } from '../../../lib/numbers.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { useUploading } from '../../../shared/form/unsent.ts'
import { avatar as texts } from '../../../shared/texts/profile.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { type Crop, computeCropFrame, drawAvatar, moveCrop } from './crop.ts'
import { usePutAvatarMutation } from './profileApi.ts'

/** Move of the picture by one press of an arrow key, as a share of the frame. */
const arrowStep = 0.04
const arrowMoves: Record<string, [number, number]> = {
  ArrowLeft: [-arrowStep, 0],
  ArrowRight: [arrowStep, 0],
  ArrowUp: [0, -arrowStep],
  ArrowDown: [0, arrowStep],
}

type Props = { file: File; onClose: () => void; onUnreadable: () => void }

export default function CropDialog({ file, onClose, onUnreadable }: Props) {
  const dispatch = useAppDispatch()
  const [pictureUrl, setPictureUrl] = useState<string | null>(null)
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 })
  const picture = useRef<HTMLImageElement>(null)
  const [put, { isLoading, error }] = usePutAvatarMutation()

  useUploading(isLoading)

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setPictureUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])

  const save = useSingleFlight(async () => {
    if (!picture.current) return
    const avatar = await drawAvatar(picture.current, crop)
    if (!avatar) return onUnreadable()
    const answer = await put(avatar)
    if (!answer.data) return
    dispatch(customerChanged(answer.data.user))
    onClose()
  })
  return (
    <Dialog
      open
      notDismissible
      title={texts.dialog}
      description={texts.how}
      size="narrow"
      onClose={onClose}
    >
      <div className="ui-fields">
        {pictureUrl && (
          <CropFrame
            url={pictureUrl}
            crop={crop}
            picture={picture}
            onCrop={setCrop}
            onUnreadable={onUnreadable}
          />
        )}
        <Slider
          label={texts.zoom}
          min={1}
          max={4}
          step={0.05}
          value={crop.zoom}
          format={(zoom) => formatPercent(zoom, 0)}
          onChange={(zoom) => setCrop((before) => ({ ...before, zoom }))}
        />
        <ActionError className="s" error={error} fallback={texts.failed} />
        <div className="btns">
          <Button pendingLabel={isLoading && texts.sending} onClick={save}>
            {texts.save}
          </Button>
          <Button variant="text" disabled={isLoading} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type FrameProps = {
  url: string
  crop: Crop
  picture: RefObject<HTMLImageElement | null>
  onCrop: (change: (before: Crop) => Crop) => void
  onUnreadable: () => void
}

function CropFrame({ url, crop, picture, onCrop, onUnreadable }: FrameProps) {
  const [size, setSize] = useState({ width: 1, height: 1 })
  const isDragging = useRef(false)
  const move = (dx: number, dy: number) => onCrop((before) => moveCrop(size, before, dx, dy))

  function drag(event: PointerEvent<HTMLElement>) {
    const { width } = event.currentTarget.getBoundingClientRect()
    if (isDragging.current && width > 0) move(-event.movementX / width, -event.movementY / width)
  }
  function stopDragging() {
    isDragging.current = false
  }
  function moveByKey(event: KeyboardEvent) {
    const shift = arrowMoves[event.key]
    if (!shift) return
    event.preventDefault()
    move(...shift)
  }
  const { left, top, side } = computeCropFrame(size, crop)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no HTML element stands for an area that is moved by pointer or arrow keys.
    <div
      className="db-crop-frame"
      role="group"
      aria-label={texts.frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture.
      tabIndex={0}
      onKeyDown={moveByKey}
      onPointerMove={drag}
      onPointerDown={(event) => {
        isDragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={stopDragging}
      onPointerCancel={stopDragging}
    >
      <img
        ref={picture}
        src={url}
        alt=""
        draggable={false}
        style={
          {
            width: `${(size.width / side) * 100}%`,
            left: `${(-left / side) * 100}%`,
            top: `${(-top / side) * 100}%`,
          } as CSSProperties
        }
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={onUnreadable}
      />
    </div>
  )
}
