console.log("script")
