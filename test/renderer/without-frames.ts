// A hidden, minimised or covered window gets no frames, so nothing in the page may wait for one.
window.requestAnimationFrame = () => 0
