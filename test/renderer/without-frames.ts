// A window that is hidden, minimised or covered gets no frames, for as long as it is: nothing in the page may wait for one.
window.requestAnimationFrame = () => 0
